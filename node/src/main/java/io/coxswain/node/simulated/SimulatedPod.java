package io.coxswain.node.simulated;

import io.coxswain.env.Entropy;
import io.coxswain.node.pod.ContainerLife;
import io.coxswain.node.pod.ContainerLife.Running;
import io.coxswain.node.pod.PodLife;
import io.coxswain.node.pod.PodPlan;
import io.coxswain.node.pod.RestartRule;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A pod on a simulated node: the state of its containers and the stage of each. Not thread-safe.
 */
final class SimulatedPod {
  private static final Duration FIRST_BACK_OFF = Duration.ofSeconds(10);

  /** The maximum number of transitions at one time; more mean that the stages form a cycle. */
  private static final int MAX_MOVES = 1_000;

  private final String uid;
  private final String node;
  private final String address;
  private final Stages stages;
  private final Entropy entropy;
  private final Map<String, Coming> coming = new TreeMap<>();
  private PodLife life;

  /** The next transition of a container; the state detects when it has become stale. */
  private record Coming(Stage.State state, Stages.@Nullable Chosen chosen, Instant due) {}

  /**
   * The result of advancing the pod.
   *
   * @param delete it is being deleted and all its containers have ended
   * @param next the time of the next transition
   */
  record Look(boolean delete, Optional<Instant> next) {}

  /** Is notified of what happens to a pod. */
  interface Listener {
    void started(String container);

    void restarting(String container);

    void resized(long generation);
  }

  SimulatedPod(Pod pod, String address, Stages stages, Entropy entropy, Instant now) {
    this.uid = pod.getMetadata().getUid();
    this.node = pod.getSpec().getNodeName();
    this.address = address;
    this.stages = stages;
    this.entropy = entropy;
    this.life = PodLife.resume(pod, now);
  }

  String uid() {
    return uid;
  }

  String node() {
    return node;
  }

  String address() {
    return address;
  }

  PodLife life() {
    return life;
  }

  /** The node has decided about the pod's resources. */
  void life(PodLife decided) {
    life = decided;
  }

  /**
   * Performs all transitions that are due.
   *
   * @param pod with the resources that its node has allocated to it
   */
  Look advance(Pod pod, Instant now, Listener listener) {
    for (int moves = 0; moves < MAX_MOVES; moves++) {
      PodLife before = life;
      PodPlan plan = PodPlan.of(pod, life, now);
      Instant next = plan.lookAgain().map(now::plus).orElse(Instant.MAX);
      for (PodPlan.Step step : plan.steps()) {
        next = earlier(next, take(pod, step, now, listener));
      }
      for (Container container : PodLife.containersOf(pod).toList()) {
        next = earlier(next, move(pod, container, now));
      }
      if (life.equals(before)) {
        boolean delete = plan.delete();
        return new Look(delete, next.equals(Instant.MAX) ? Optional.empty() : Optional.of(next));
      }
    }
    throw new IllegalStateException(
        "the stages of pod %s/%s form a cycle without a delay"
            .formatted(pod.getMetadata().getNamespace(), pod.getMetadata().getName()));
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }

  private Instant take(Pod pod, PodPlan.Step step, Instant now, Listener listener) {
    switch (step) {
      case PodPlan.Start(var container) -> {
        return start(pod, container, now, listener);
      }
      case PodPlan.Stop(var name, var killAt) -> life = life.with(name, c -> c.killAt(killAt));
      case PodPlan.Resize(var name) -> life = life.resized(name);
      case PodPlan.Restart(var name, var killAt) -> {
        life = life.with(name, c -> c.resizing().killAt(killAt));
        listener.restarting(name);
      }
      case PodPlan.CompleteResize(var generation) -> {
        life = life.resizeCompleted();
        listener.resized(generation);
      }
      case PodPlan.Kill(var name) ->
          life = life.with(name, c -> c.isRunning() ? c.exited(137, "", now) : c);
      case PodPlan.Condemn(var reason, var message) -> life = life.condemn(reason, message, now);
    }
    return Instant.MAX;
  }

  private Instant start(Pod pod, Container container, Instant now, Listener listener) {
    String name = container.getName();
    Coming next = coming(Stage.State.WAITING, pod, container, now);
    if (next.due.isAfter(now)) {
      return next.due;
    }
    coming.remove(name);
    switch (next.chosen == null ? new Stage.Next.Started() : next.chosen.next()) {
      case Stage.Next.Blocked(String reason, String message) -> {
        Instant retry = now.plus(FIRST_BACK_OFF);
        life = life.with(name, c -> c.with(new ContainerLife.Blocked(reason, message, retry)));
      }
      case Stage.Next.Exited(int code, String reason, String message) -> {
        run(name, now, false);
        exit(name, code, reason, message, now);
      }
      case Stage.Next.Started _, Stage.Next.Unready _ -> {
        run(name, now, false);
        listener.started(name);
      }
      case Stage.Next.Ready _ -> {
        run(name, now, true);
        listener.started(name);
      }
    }
    return Instant.MAX;
  }

  private void run(String name, Instant now, boolean ready) {
    life =
        life.with(
            name,
            c -> {
              ContainerLife next = c.nextRun(FIRST_BACK_OFF);
              String id = "simulated://" + uid + "/" + name + "/" + next.restarts();
              return next.with(Running.begun(id, now, true, ready));
            });
  }

  private void exit(String name, int code, String reason, String message, Instant now) {
    life =
        life.with(
            name,
            c -> {
              if (!(c.state() instanceof Running running)) {
                return c;
              }
              return c.with(running.ended(code, reason, message, now));
            });
  }

  /** Performs the next transition of a running container if it is due; else returns its time. */
  private Instant move(Pod pod, Container container, Instant now) {
    String name = container.getName();
    if (!(life.container(name).state() instanceof Running running)) {
      return Instant.MAX;
    }
    Stage.State state = Stage.State.STARTED;
    if (running.killAt().isPresent()) {
      state = Stage.State.STOPPING;
    } else if (running.ready()) {
      state = Stage.State.READY;
    }
    Coming next = coming(state, pod, container, now);
    if (next.chosen == null) {
      return Instant.MAX;
    }
    if (next.due.isAfter(now)) {
      return next.due;
    }
    coming.remove(name);
    switch (next.chosen.next()) {
      case Stage.Next.Ready _ -> life = life.with(name, c -> c.with(running.probed(true, true)));
      case Stage.Next.Started _, Stage.Next.Unready _ ->
          life = life.with(name, c -> c.with(running.probed(true, false)));
      case Stage.Next.Exited(int code, String reason, String message) ->
          exit(name, code, reason, message, next.due);
      case Stage.Next.Blocked _ -> {} // nothing that runs can be kept from starting
    }
    return Instant.MAX;
  }

  /** The next transition of the container, drawn once when it enters its state. */
  private Coming coming(Stage.State state, Pod pod, Container container, Instant now) {
    Coming known = coming.get(container.getName());
    if (known != null && known.state == state) {
      return known;
    }
    boolean init =
        pod.getSpec().getInitContainers().contains(container) && !RestartRule.isSidecar(container);
    ContainerLife own = life.container(container.getName());
    int restarts = own.restarts();
    if (state == Stage.State.WAITING && own.state() instanceof ContainerLife.Exited) {
      restarts++;
    }
    Stages.Chosen chosen = stages.choose(state, pod, container, init, restarts, entropy);
    Instant due = chosen == null ? Instant.MAX : now.plus(chosen.delay());
    var next = new Coming(state, chosen, due);
    coming.put(container.getName(), next);
    return next;
  }
}
