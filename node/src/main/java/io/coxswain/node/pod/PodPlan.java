package io.coxswain.node.pod;

import io.coxswain.api.Seconds;
import io.coxswain.api.Timestamps;
import io.coxswain.node.pod.ContainerLife.Blocked;
import io.coxswain.node.pod.ContainerLife.Exited;
import io.coxswain.node.pod.ContainerLife.NotStarted;
import io.coxswain.node.pod.ContainerLife.Running;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What to do about a pod now, and when to look again if nothing happens before.
 *
 * @param delete all its processes have ended and it was asked to go
 */
public record PodPlan(List<Step> steps, boolean delete, Optional<Duration> lookAgain) {
  private static final Duration DEFAULT_GRACE = Duration.ofSeconds(30);

  /** How long a pod without grace takes to go at most, if nothing holds it. */
  private static final Duration WAY_OUT = Duration.ofSeconds(10);

  /** Something done to a pod's processes. */
  public sealed interface Step {}

  public record Start(Container container) implements Step {}

  /** Asks a container to end by the given time. */
  public record Stop(String container, Instant killAt) implements Step {}

  /** Gives a running container the resources that are allocated to it. */
  public record Resize(String container) implements Step {}

  /** Asks a container to end by the given time, so that its next run has other resources. */
  public record Restart(String container, Instant killAt) implements Step {}

  /** All running containers have the resources of the resize of this generation. */
  public record CompleteResize(long generation) implements Step {}

  public record Kill(String container) implements Step {}

  /** Ends the pod for a reason of the node's own. */
  public record Condemn(String reason, String message) implements Step {}

  public static PodPlan of(Pod pod, PodLife life, Instant now) {
    String deletion = pod.getMetadata().getDeletionTimestamp();
    if (deletion != null) {
      Instant due = Timestamps.instant(deletion);
      var sketch = new Sketch(pod, life, now).stopAll(isForced(pod) ? now : due);
      if (life.anyRunning()) {
        return sketch.plan(false);
      }
      return isForced(pod) ? sketch.remind(due.plus(WAY_OUT)) : sketch.plan(true);
    }
    if (life.condemned().isPresent()) {
      Instant killAt = life.condemned().get().since().plus(grace(pod));
      return new Sketch(pod, life, now).stopAll(killAt).plan(false);
    }
    if (hasEnded(pod)) {
      return new Sketch(pod, life, now).stopAll(now).plan(false);
    }
    return new Sketch(pod, life, now).deadline().progress().resize().plan(false);
  }

  /** Deleted without grace: what is left waits for finalizers of others, or is on its way out. */
  private static boolean isForced(Pod pod) {
    Long grace = pod.getMetadata().getDeletionGracePeriodSeconds();
    return grace != null && grace == 0;
  }

  public static boolean hasEnded(Pod pod) {
    return pod.getStatus() != null && hasEnded(pod.getStatus());
  }

  public static boolean hasEnded(PodStatus status) {
    String phase = status.getPhase();
    return "Succeeded".equals(phase) || "Failed".equals(phase);
  }

  private static Duration grace(Pod pod) {
    Long seconds = pod.getSpec().getTerminationGracePeriodSeconds();
    return seconds == null ? DEFAULT_GRACE : Seconds.of(seconds);
  }

  /** The plan in the making. */
  private static final class Sketch {
    private final Pod pod;
    private final PodLife life;
    private final Instant now;
    private final List<Step> steps = new ArrayList<>();
    private @Nullable Instant next;

    Sketch(Pod pod, PodLife life, Instant now) {
      this.pod = pod;
      this.life = life;
      this.now = now;
    }

    PodPlan plan(boolean delete) {
      return new PodPlan(
          List.copyOf(steps),
          delete,
          next == null ? Optional.empty() : Optional.of(Duration.between(now, next)));
    }

    /** A server that stops between marking a pod and removing it has to be asked once more. */
    PodPlan remind(Instant when) {
      if (!pod.getMetadata().getFinalizers().isEmpty()) {
        return plan(false);
      }
      if (when.isAfter(now)) {
        lookAt(when);
        return plan(false);
      }
      return plan(true);
    }

    Sketch stopAll(Instant killAt) {
      PodLife.allContainersOf(pod).forEach(container -> stop(container.getName(), killAt));
      return this;
    }

    private void stop(String name, Instant killAt) {
      if (!(life.container(name).state() instanceof Running running)) {
        return;
      }
      Instant due = running.killAt().filter(k -> k.isBefore(killAt)).orElse(killAt);
      if (!due.isAfter(now)) {
        steps.add(new Kill(name));
        return;
      }
      if (running.killAt().isEmpty() || due.isBefore(running.killAt().get())) {
        steps.add(new Stop(name, due));
      }
      lookAt(due);
    }

    /** Sidecars end in the reverse of their order, one after another. */
    private Sketch stopSidecars() {
      for (Container init : pod.getSpec().getInitContainers().reversed()) {
        if (life.container(init.getName()).isRunning()) {
          stop(init.getName(), now.plus(grace(pod)));
          return this;
        }
      }
      return this;
    }

    Sketch deadline() {
      Long seconds = pod.getSpec().getActiveDeadlineSeconds();
      String started = pod.getStatus() == null ? null : pod.getStatus().getStartTime();
      if (seconds == null || started == null) {
        return this;
      }
      Instant deadline = Timestamps.instant(started).plus(Seconds.of(seconds));
      if (deadline.isAfter(now)) {
        lookAt(deadline);
      } else {
        steps.add(
            new Condemn(
                "DeadlineExceeded",
                "Pod was active on the node longer than the specified deadline"));
      }
      return this;
    }

    /** Starts what is due: init containers one after another, then all others at once. */
    Sketch progress() {
      if (!steps.isEmpty()) {
        return this; // condemned just now
      }
      if (pod.getSpec().getContainers().stream().allMatch(c -> isOver(c, false))) {
        return stopSidecars(); // nothing else can still run
      }
      PodLife.ephemeralContainersOf(pod).forEach(container -> advance(container, false));
      for (Container init : pod.getSpec().getInitContainers()) {
        advance(init, true);
        if (RestartRule.isSidecar(init) ? !hasBegun(init) : !hasSucceeded(init)) {
          return this;
        }
      }
      pod.getSpec().getContainers().forEach(container -> advance(container, false));
      return this;
    }

    /** Carries out an accepted resize, once the pod's status shows it. */
    Sketch resize() {
      PodResources resources = life.resources();
      if (!resources.isReported(pod)) {
        return this;
      }
      boolean complete = true;
      for (Container container : PodLife.containersOf(pod).toList()) {
        if (life.container(container.getName()).state() instanceof Running running
            && resources.isOutdated(container)) {
          complete = false;
          resize(container, running);
        }
      }
      if (complete) {
        steps.add(new CompleteResize(resources.inProgress().orElse(0L)));
      }
      return this;
    }

    private void resize(Container container, Running running) {
      if (!life.resources().needsRestart(container)) {
        steps.add(new Resize(container.getName()));
      } else if (running.killAt().isEmpty()) {
        Instant killAt = now.plus(grace(pod));
        steps.add(new Restart(container.getName(), killAt));
        lookAt(killAt);
      }
    }

    private void advance(Container container, boolean init) {
      ContainerLife known = life.container(container.getName());
      switch (known.state()) {
        case NotStarted _ -> start(container, now);
        case Blocked blocked -> start(container, blocked.retryAt());
        case Running running ->
            running.killAt().ifPresent(when -> stop(container.getName(), when)); // being restarted
        case Exited ended -> {
          if (!isOver(container, init)) {
            start(container, ended.finishedAt().plus(known.nextDelay()));
          }
        }
      }
    }

    private boolean isOver(Container container, boolean init) {
      return life.container(container.getName()).state() instanceof Exited ended
          && !(init
              ? RestartRule.restartsInit(pod, container, ended)
              : RestartRule.restarts(pod, container, ended));
    }

    /** A sidecar that has started once lets the others go on, even while it is restarted. */
    private boolean hasBegun(Container sidecar) {
      ContainerLife known = life.container(sidecar.getName());
      return known.isStarted() || known.state() instanceof Exited || known.restarts() > 0;
    }

    private boolean hasSucceeded(Container container) {
      return life.container(container.getName()).state() instanceof Exited ended
          && ended.succeeded();
    }

    /** Never, if the time is {@link Instant#MAX}. */
    private void start(Container container, Instant when) {
      if (when.equals(Instant.MAX)) {
        return;
      }
      if (when.isAfter(now)) {
        lookAt(when);
      } else {
        steps.add(new Start(container));
      }
    }

    private void lookAt(Instant when) {
      if (next == null || when.isBefore(next)) {
        next = when;
      }
    }
  }
}
