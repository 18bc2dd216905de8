package io.coxswain.slurm.rollingupdate;

import io.coxswain.slurm.reconcile.PodStates;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;

/**
 * The workers of a NodeSet and their pods.
 *
 * @param revision the one that its pods should have; also names the update under way
 * @param budget how many workers may be away at once
 * @param pods by name
 */
record WorkerSet(
    String revision,
    int replicas,
    int readyReplicas,
    int updatedReplicas,
    int budget,
    List<Pod> pods) {
  static final String REVISION = "controller-revision-hash";
  static final String OPERATION = "slurm.nebius.ai/worker-operation-id";
  static final String PHASE = "slurm.nebius.ai/worker-operation-phase";
  static final String STOPPING = "stopping";
  static final String READY = "ready";

  boolean isUpToDate() {
    return updatedReplicas == replicas;
  }

  /** Those to be replaced that are not on their way out already. */
  List<Pod> outdated() {
    return pods.stream().filter(pod -> !isCurrent(pod) && !isLeaving(pod)).toList();
  }

  /** How many that are on their way out still count as ready. */
  int readyAndLeaving() {
    return (int) pods.stream().filter(pod -> isLeaving(pod) && PodStates.isReady(pod)).count();
  }

  private static boolean isLeaving(Pod pod) {
    return pod.getMetadata().getDeletionTimestamp() != null;
  }

  boolean isCurrent(Pod pod) {
    return revision.equals(labels(pod).get(REVISION));
  }

  /** How far the worker is in this update; empty when it has not begun. */
  String phase(Pod pod) {
    return revision.equals(labels(pod).get(OPERATION)) ? labels(pod).getOrDefault(PHASE, "") : "";
  }

  int away() {
    return Math.max(0, replicas - readyReplicas);
  }

  private static Map<String, String> labels(Pod pod) {
    Map<String, String> labels = pod.getMetadata().getLabels();
    return labels == null ? Map.of() : labels;
  }

  /**
   * @param maxUnavailable a number or a share, such as {@code 20%}, rounded down
   * @return at least one, at most all
   */
  static int budget(String maxUnavailable, int replicas) {
    if (replicas <= 0) {
      return 0;
    }
    long asked;
    try {
      asked =
          maxUnavailable.endsWith("%")
              ? Long.parseLong(maxUnavailable.substring(0, maxUnavailable.length() - 1))
                  * replicas
                  / 100
              : Long.parseLong(maxUnavailable);
    } catch (NumberFormatException e) {
      return 1;
    }
    return Math.clamp(asked, 1, replicas);
  }
}
