package io.coxswain.slurm.reconcile;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;

/** Evaluates the status of a pod. */
public final class PodStates {
  private PodStates() {}

  public static boolean isReady(Pod pod) {
    return pod.getStatus() != null
        && pod.getStatus().getConditions() != null
        && pod.getStatus().getConditions().stream()
            .anyMatch(c -> "Ready".equals(c.getType()) && "True".equals(c.getStatus()));
  }

  /** Neither succeeded nor failed: something of it may still run. */
  public static boolean isAlive(Pod pod) {
    String phase = pod.getStatus() == null ? null : pod.getStatus().getPhase();
    return !"Succeeded".equals(phase) && !"Failed".equals(phase);
  }

  public static List<ContainerStatus> containers(Pod pod) {
    return orNone(pod.getStatus() == null ? null : pod.getStatus().getContainerStatuses());
  }

  public static List<ContainerStatus> initContainers(Pod pod) {
    return orNone(pod.getStatus() == null ? null : pod.getStatus().getInitContainerStatuses());
  }

  public static boolean isCrashLooping(List<ContainerStatus> statuses, String container) {
    return statuses.stream()
        .anyMatch(
            status ->
                container.equals(status.getName())
                    && status.getState() != null
                    && status.getState().getWaiting() != null
                    && "CrashLoopBackOff".equals(status.getState().getWaiting().getReason()));
  }

  private static List<ContainerStatus> orNone(
      @org.jspecify.annotations.Nullable List<ContainerStatus> statuses) {
    return statuses == null ? List.of() : statuses;
  }
}
