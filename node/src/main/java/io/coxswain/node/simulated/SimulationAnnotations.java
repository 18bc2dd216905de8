package io.coxswain.node.simulated;

import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.flags.FlagException;
import io.coxswain.runtime.flags.GoDuration;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The {@code simulated.coxswain.io/*} annotations of a pod, as they apply to one container. */
record SimulationAnnotations(Pod pod, String container) {
  private static final Logger log = LoggerFactory.getLogger(SimulationAnnotations.class);
  private static final String PREFIX = "simulated.coxswain.io/";

  /** The next stage according to the annotations; null if they do not define one. */
  Stages.@Nullable Chosen choose(Stage.State state, Container spec, boolean isInit) {
    Map<String, String> annotations = pod.getMetadata().getAnnotations();
    if (annotations == null || annotations.isEmpty()) {
      return null;
    }
    return switch (state) {
      case WAITING ->
          duration("start-delay")
              .map(delay -> new Stages.Chosen(new Stage.Next.Started(), delay))
              .orElse(null);
      case STARTED -> isInit ? exit().orElse(null) : started(spec);
      case READY -> isInit ? null : exit().orElse(null);
      case STOPPING ->
          duration("stop-delay")
              .map(delay -> new Stages.Chosen(new Stage.Next.Exited(143, "Error", ""), delay))
              .orElse(null);
    };
  }

  private Stages.@Nullable Chosen started(Container spec) {
    Optional<Duration> delay = duration("ready-delay");
    if (delay.isPresent()) {
      return new Stages.Chosen(new Stage.Next.Ready(), delay.get());
    }
    // A container that exits before its readiness probe succeeds never becomes ready.
    Optional<Stages.Chosen> exit = exit();
    Duration probe = probeDelay(spec);
    return exit.isPresent() && exit.get().delay().compareTo(probe) < 0 ? exit.get() : null;
  }

  private Optional<Stages.Chosen> exit() {
    Optional<Duration> time = duration("run-for");
    Optional<String> code = text("exit-code");
    if (time.isEmpty() && code.isEmpty()) {
      return Optional.empty();
    }
    int exitCode = code.map(this::number).orElse(0);
    String reason = text("exit-reason").orElse(exitCode == 0 ? "Completed" : "Error");
    return Optional.of(
        new Stages.Chosen(
            new Stage.Next.Exited(exitCode, reason, ""), time.orElse(Duration.ofSeconds(1))));
  }

  static Duration probeDelay(Container spec) {
    Integer seconds =
        spec.getReadinessProbe() == null ? null : spec.getReadinessProbe().getInitialDelaySeconds();
    return seconds == null ? Duration.ZERO : Duration.ofSeconds(seconds);
  }

  /** Parses a Go duration; null if it is invalid. */
  static @Nullable Duration parse(String text) {
    try {
      return GoDuration.parse(text);
    } catch (FlagException e) {
      return null;
    }
  }

  private int number(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      invalid("exit-code", text, e);
      return 0;
    }
  }

  private Optional<Duration> duration(String name) {
    return text(name)
        .flatMap(
            text -> {
              try {
                return Optional.of(GoDuration.parse(text));
              } catch (FlagException e) {
                invalid(name, text, e);
                return Optional.empty();
              }
            });
  }

  Optional<Quantity> quantity(String name) {
    return text(name)
        .flatMap(
            text -> {
              try {
                return Optional.of(Quantity.parse(text));
              } catch (IllegalArgumentException e) {
                invalid(name, text, e);
                return Optional.empty();
              }
            });
  }

  private void invalid(String name, String value, Exception e) {
    log.atWarn()
        .addKeyValue("pod", ObjectKey.of(pod))
        .addKeyValue("container", container)
        .addKeyValue("annotation", PREFIX + name)
        .addKeyValue("value", value)
        .addKeyValue("err", e.getMessage())
        .log("Ignoring invalid annotation");
  }

  /** The annotation of this container or, without one, of the whole pod. */
  Optional<String> text(String name) {
    Map<String, String> annotations = pod.getMetadata().getAnnotations();
    if (annotations == null) {
      return Optional.empty();
    }
    String own = annotations.get(PREFIX + name + "." + container);
    return Optional.ofNullable(own != null ? own : annotations.get(PREFIX + name));
  }
}
