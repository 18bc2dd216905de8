package io.coxswain.node.simulated;

import io.coxswain.env.Entropy;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The stages of containers. The default ones apply only if none of the user's stages matches. */
public final class Stages {
  private static final List<Stage> DEFAULT =
      List.of(
          stage("start", Stage.State.WAITING, Duration.ZERO, new Stage.Next.Started()),
          new Stage(
              "init-complete",
              new Stage.Selector(
                  Stage.Selector.ALL.labels(),
                  Stage.Selector.ALL.annotations(),
                  List.of(),
                  true,
                  "",
                  List.of(),
                  0,
                  Integer.MAX_VALUE),
              Stage.State.STARTED,
              1,
              Duration.ZERO,
              Duration.ZERO,
              new Stage.Next.Exited(0, "Completed", "")),
          new Stage(
              "ready",
              new Stage.Selector(
                  Stage.Selector.ALL.labels(),
                  Stage.Selector.ALL.annotations(),
                  List.of(),
                  false,
                  "",
                  List.of(),
                  0,
                  Integer.MAX_VALUE),
              Stage.State.STARTED,
              1,
              Duration.ZERO,
              Duration.ZERO,
              new Stage.Next.Ready()),
          new Stage(
              "job-complete",
              new Stage.Selector(
                  Stage.Selector.ALL.labels(),
                  Stage.Selector.ALL.annotations(),
                  List.of(),
                  false,
                  "Job",
                  List.of("Never", "OnFailure"),
                  0,
                  Integer.MAX_VALUE),
              Stage.State.READY,
              1,
              Duration.ofSeconds(1),
              Duration.ZERO,
              new Stage.Next.Exited(0, "Completed", "")),
          stage(
              "stop",
              Stage.State.STOPPING,
              Duration.ZERO,
              new Stage.Next.Exited(143, "Error", "")));

  private final List<Stage> own;

  private Stages(List<Stage> own) {
    this.own = List.copyOf(own);
  }

  private static Stage stage(String name, Stage.State from, Duration delay, Stage.Next next) {
    return new Stage(name, Stage.Selector.ALL, from, 1, delay, Duration.ZERO, next);
  }

  /** Only the default ones. */
  public static Stages byDefault() {
    return new Stages(List.of());
  }

  /** The given ones, and the default ones if none of them matches. */
  public static Stages of(List<Stage> own) {
    return new Stages(own);
  }

  /** A chosen stage with its delay. */
  record Chosen(Stage.Next next, Duration delay) {}

  /** Chooses the next stage of a container; null if there is none. */
  @Nullable Chosen choose(
      Stage.State state,
      Pod pod,
      Container container,
      boolean isInit,
      int restarts,
      Entropy entropy) {
    Chosen said =
        new SimulationAnnotations(pod, container.getName()).choose(state, container, isInit);
    if (said != null) {
      return said;
    }
    Stage stage = draw(meant(own, state, pod, container, isInit, restarts), entropy);
    if (stage == null) {
      stage = draw(meant(DEFAULT, state, pod, container, isInit, restarts), entropy);
    }
    if (stage == null) {
      return null;
    }
    Duration delay = stage.delay();
    if (stage.next() instanceof Stage.Next.Ready && DEFAULT.contains(stage)) {
      delay = delay.plus(SimulationAnnotations.probeDelay(container));
    }
    if (stage.jitter().isPositive()) {
      delay = delay.plusNanos((long) (entropy.nextDouble() * stage.jitter().toNanos()));
    }
    return new Chosen(stage.next(), delay);
  }

  private static List<Stage> meant(
      List<Stage> stages,
      Stage.State state,
      Pod pod,
      Container container,
      boolean isInit,
      int restarts) {
    var meant = new ArrayList<Stage>();
    for (Stage stage : stages) {
      if (stage.from() == state && stage.selector().test(pod, container, isInit, restarts)) {
        meant.add(stage);
      }
    }
    return meant;
  }

  private static @Nullable Stage draw(List<Stage> meant, Entropy entropy) {
    if (meant.isEmpty()) {
      return null;
    }
    int sum = meant.stream().mapToInt(Stage::weight).sum();
    if (sum == 0 || meant.size() == 1) {
      return meant.getFirst();
    }
    int at = entropy.nextInt(sum);
    for (Stage stage : meant) {
      at -= stage.weight();
      if (at < 0) {
        return stage;
      }
    }
    return meant.getLast();
  }
}
