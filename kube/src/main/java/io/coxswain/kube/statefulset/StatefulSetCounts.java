package io.coxswain.kube.statefulset;

import io.coxswain.kube.common.Pods;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetStatus;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The counts of the status.
 *
 * @param current pods of the current revision
 * @param updated pods of the update revision
 */
record StatefulSetCounts(int replicas, int ready, int available, int current, int updated) {

  static StatefulSetCounts of(StatefulSetObservation seen) {
    List<Pod> pods = seen.pods();
    String current = seen.revisions().current().name();
    String update = seen.revisions().update().name();
    return new StatefulSetCounts(
        count(pods, StatefulSetCounts::isCreated),
        count(pods, StatefulSetCounts::isReady),
        count(
            pods, pod -> isReady(pod) && Pods.isAvailable(pod, seen.minReadySeconds(), seen.now())),
        count(pods, pod -> isLasting(pod) && StatefulPodFactory.revision(pod).equals(current)),
        count(pods, pod -> isLasting(pod) && StatefulPodFactory.revision(pod).equals(update)));
  }

  private static int count(List<Pod> pods, Predicate<Pod> which) {
    return (int) pods.stream().filter(which).count();
  }

  private static boolean isCreated(Pod pod) {
    return !Pods.phase(pod).isEmpty();
  }

  private static boolean isReady(Pod pod) {
    return Pods.phase(pod).equals("Running") && Pods.isReady(pod);
  }

  private static boolean isLasting(Pod pod) {
    return isCreated(pod) && !Pods.isDeleting(pod);
  }

  /** After the given number of pods of the current revision were deleted. */
  StatefulSetCounts without(int replaced) {
    return new StatefulSetCounts(
        replicas, ready, available, Math.max(0, current - replaced), updated);
  }

  /**
   * Writes the counts into the given status.
   *
   * @param collisions the collision count
   */
  void writeTo(
      StatefulSetStatus status, StatefulSet set, StatefulSetRevisions revisions, int collisions) {
    boolean done = isUpdateDone(set);
    status.setObservedGeneration(set.getMetadata().getGeneration());
    status.setReplicas(replicas);
    status.setReadyReplicas(orAbsent(ready));
    status.setAvailableReplicas(available);
    status.setCurrentReplicas(orAbsent(done ? updated : current));
    status.setUpdatedReplicas(orAbsent(updated));
    status.setCurrentRevision((done ? revisions.update() : revisions.current()).name());
    status.setUpdateRevision(revisions.update().name());
    status.setCollisionCount(collisions);
  }

  private boolean isUpdateDone(StatefulSet set) {
    int wanted = Ordinals.of(set).count();
    return "RollingUpdate".equals(set.getSpec().getUpdateStrategy().getType())
        && updated == wanted
        && ready == wanted
        && replicas == wanted;
  }

  private static @Nullable Integer orAbsent(int count) {
    return count == 0 ? null : count;
  }

  /** A changed collision count alone does not cause a write. */
  static boolean differ(StatefulSetStatus one, StatefulSetStatus other) {
    return !Objects.equals(one.getObservedGeneration(), other.getObservedGeneration())
        || differ(one.getReplicas(), other.getReplicas())
        || differ(one.getReadyReplicas(), other.getReadyReplicas())
        || differ(one.getAvailableReplicas(), other.getAvailableReplicas())
        || differ(one.getCurrentReplicas(), other.getCurrentReplicas())
        || differ(one.getUpdatedReplicas(), other.getUpdatedReplicas())
        || !Objects.equals(one.getCurrentRevision(), other.getCurrentRevision())
        || !Objects.equals(one.getUpdateRevision(), other.getUpdateRevision());
  }

  private static boolean differ(@Nullable Integer one, @Nullable Integer other) {
    return (one == null ? 0 : one) != (other == null ? 0 : other);
  }
}
