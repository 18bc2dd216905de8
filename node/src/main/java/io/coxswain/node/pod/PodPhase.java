package io.coxswain.node.pod;

import io.coxswain.node.pod.ContainerLife.Blocked;
import io.coxswain.node.pod.ContainerLife.Exited;
import io.coxswain.node.pod.ContainerLife.NotStarted;
import io.coxswain.node.pod.ContainerLife.Running;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;

/** Works out the phase of a pod, as a kubelet does. */
public final class PodPhase {
  private PodPhase() {}

  public static String of(Pod pod, PodLife life) {
    boolean ending =
        pod.getMetadata().getDeletionTimestamp() != null || life.condemned().isPresent();
    if (ending) {
      return life.anyRunning() ? present(pod, life) : last(pod, life);
    }
    return present(pod, life);
  }

  /** The phase of a pod that is being ended and of which nothing runs any more. */
  private static String last(Pod pod, PodLife life) {
    boolean succeeded =
        life.condemned().isEmpty()
            && isInitialized(pod, life)
            && pod.getSpec().getContainers().stream()
                .allMatch(
                    c ->
                        life.container(c.getName()).state() instanceof Exited ended
                            && ended.succeeded());
    return succeeded ? "Succeeded" : "Failed";
  }

  private static String present(Pod pod, PodLife life) {
    if (!isInitialized(pod, life)) {
      return initHasFailed(pod, life) ? "Failed" : "Pending";
    }
    List<Container> containers = pod.getSpec().getContainers();
    boolean waiting = false;
    boolean running = false;
    boolean failed = false;
    for (Container container : containers) {
      ContainerLife known = life.container(container.getName());
      switch (known.state()) {
        case NotStarted _, Blocked _ -> waiting |= known.last().isEmpty();
        case Running _ -> running = true;
        case Exited ended -> {
          running |= RestartRule.restarts(pod, container, ended);
          failed |= !ended.succeeded();
        }
      }
    }
    if (waiting) {
      return "Pending";
    }
    if (running || anySidecarRuns(pod, life)) {
      return "Running";
    }
    return failed ? "Failed" : "Succeeded";
  }

  /** Every init container has succeeded, or is a sidecar that has been started. */
  public static boolean isInitialized(Pod pod, PodLife life) {
    return pod.getSpec().getInitContainers().stream()
        .allMatch(
            c -> {
              ContainerLife known = life.container(c.getName());
              return RestartRule.isSidecar(c)
                  ? known.isStarted() || known.state() instanceof Exited
                  : known.state() instanceof Exited ended && ended.succeeded();
            });
  }

  private static boolean initHasFailed(Pod pod, PodLife life) {
    return pod.getSpec().getInitContainers().stream()
        .anyMatch(
            c ->
                life.container(c.getName()).state() instanceof Exited ended
                    && !ended.succeeded()
                    && !RestartRule.restartsInit(pod, c, ended));
  }

  private static boolean anySidecarRuns(Pod pod, PodLife life) {
    return pod.getSpec().getInitContainers().stream()
        .anyMatch(c -> life.container(c.getName()).isRunning());
  }
}
