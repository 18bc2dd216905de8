package io.coxswain.node.process;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.Seconds;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.node.pod.ContainerLife.Running;
import io.coxswain.runtime.events.Recorder;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Probe;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Probes one run of a container until that run ends. */
final class Prober {
  private static final Logger log = LoggerFactory.getLogger(Prober.class);
  private static final Duration DEFAULT_GRACE = Duration.ofSeconds(30);

  private final Env env;
  private final Recorder recorder;
  private final Handlers handlers;
  private final Pod pod;
  private final PodRun run;
  private final Handlers.Place place;
  private final String id;
  private final Consumer<ObjectKey> changed;
  private final List<Asked> asked;

  /** One probe and its recent results. */
  private static final class Asked {
    private final String name;
    private final Probe probe;
    private Instant due;
    private int successes;
    private int failures;

    private Asked(String name, Probe probe, Instant started) {
      this.name = name;
      this.probe = probe;
      this.due = started.plusSeconds(or(probe.getInitialDelaySeconds(), 0));
    }
  }

  /**
   * @param changed notified when the state of the container has changed
   */
  Prober(
      Env env,
      Recorder recorder,
      Handlers handlers,
      Pod pod,
      PodRun run,
      Handlers.Place place,
      Running running,
      Consumer<ObjectKey> changed) {
    this.env = env;
    this.recorder = recorder;
    this.handlers = handlers;
    this.pod = pod;
    this.run = run;
    this.place = place;
    this.id = running.id();
    this.changed = changed;
    Container container = place.container();
    this.asked =
        Stream.of(
                asked("Startup", container.getStartupProbe(), running.startedAt()),
                asked("Liveness", container.getLivenessProbe(), running.startedAt()),
                asked("Readiness", container.getReadinessProbe(), running.startedAt()))
            .flatMap(Optional::stream)
            .toList();
  }

  private static Optional<Asked> asked(String name, @Nullable Probe probe, Instant started) {
    return Optional.ofNullable(probe).map(p -> new Asked(name, p, started));
  }

  static boolean isNeeded(Container container) {
    return container.getStartupProbe() != null
        || container.getLivenessProbe() != null
        || container.getReadinessProbe() != null;
  }

  void run() throws CancelledException {
    while (true) {
      Running state = state();
      if (state == null || state.killAt().isPresent()) {
        return;
      }
      Asked next = next(state);
      if (next == null) {
        return;
      }
      Duration pause = Duration.between(env.clock().now(), next.due);
      if (pause.isPositive()) {
        env.clock().sleep(pause);
        continue;
      }
      try {
        ask(next);
      } catch (CancelledException e) {
        throw e;
      } catch (RuntimeException | StackOverflowError | LinkageError e) {
        log.atError()
            .addKeyValue("pod", ObjectKey.of(pod))
            .addKeyValue("container", place.container().getName())
            .setCause(e)
            .log("Failed to handle the result of a probe, will probe again");
      }
      next.due = env.clock().now().plusSeconds(Math.max(1, or(next.probe.getPeriodSeconds(), 10)));
    }
  }

  /** The present state, while it is still the same run. */
  private @Nullable Running state() {
    return run.life().container(place.container().getName()).state() instanceof Running running
            && running.id().equals(id)
        ? running
        : null;
  }

  /** Until the container has started, nothing else is asked. */
  private @Nullable Asked next(Running state) {
    Asked next = null;
    for (Asked one : asked) {
      boolean turn = state.started() != one.name.equals("Startup");
      if (turn && (next == null || one.due.isBefore(next.due))) {
        next = one;
      }
    }
    return next;
  }

  private void ask(Asked one) throws CancelledException {
    Probe probe = one.probe;
    Optional<String> failure =
        handlers.run(
            place,
            Handlers.Action.of(probe),
            Duration.ofSeconds(Math.max(1, or(probe.getTimeoutSeconds(), 1))));
    Running state = state();
    if (state == null || state.killAt().isPresent()) {
      return;
    }
    if (failure.isEmpty()) {
      one.failures = 0;
      if (++one.successes == Math.max(1, or(probe.getSuccessThreshold(), 1))) {
        succeeded(one, state);
      }
      return;
    }
    one.successes = 0;
    recorder.warning(pod, "Unhealthy", "%s probe failed: %s", one.name, failure.get());
    if (++one.failures >= Math.max(1, or(probe.getFailureThreshold(), 3))) {
      failed(one, state);
    }
  }

  private void succeeded(Asked one, Running state) {
    switch (one.name) {
      case "Startup" -> set(state.probed(true, place.container().getReadinessProbe() == null));
      case "Readiness" -> set(state.probed(state.started(), true));
      default -> {}
    }
  }

  private void failed(Asked one, Running state) {
    if (one.name.equals("Readiness")) {
      if (state.ready()) {
        set(state.probed(state.started(), false));
      }
      return;
    }
    String name = place.container().getName();
    recorder.normal(
        pod,
        "Killing",
        "Container %s failed %s probe, will be restarted",
        name,
        one.name.equals("Startup") ? "startup" : "liveness");
    Long own = one.probe.getTerminationGracePeriodSeconds();
    Long theirs = pod.getSpec().getTerminationGracePeriodSeconds();
    Duration grace = DEFAULT_GRACE;
    if (own != null || theirs != null) {
      grace = Seconds.of(own != null ? own : theirs);
    }
    run.stop(name, env.clock().now().plus(grace));
    changed.accept(ObjectKey.of(pod));
  }

  private void set(Running now) {
    run.change(
        place.container().getName(),
        c -> c.state() instanceof Running present && present.id().equals(id) ? c.with(now) : c);
    changed.accept(ObjectKey.of(pod));
  }

  private static int or(@Nullable Integer value, int otherwise) {
    return value == null ? otherwise : value;
  }
}
