package io.coxswain.kube.deployment;

import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetStatus;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which old ReplicaSets are kept for a rollback, and which are not. */
final class RevisionHistory {
  private RevisionHistory() {}

  /**
   * Those to delete: of the oldest beyond the limit the ones that are known to have no pods.
   *
   * @param limit how many to keep; null or the largest number for all
   */
  static List<ReplicaSet> surplus(Collection<ReplicaSet> old, @Nullable Integer limit) {
    if (limit == null || limit == Integer.MAX_VALUE) {
      return List.of();
    }
    List<ReplicaSet> alive =
        old.stream()
            .filter(set -> set.getMetadata().getDeletionTimestamp() == null)
            .sorted(
                Comparator.comparingLong((ReplicaSet set) -> DeploymentRevisions.of(set).orElse(0))
                    .thenComparing(ReplicaSets.OLDEST_FIRST))
            .toList();
    return alive.stream()
        .limit(Math.max(0, alive.size() - limit))
        .filter(RevisionHistory::isEmpty)
        .toList();
  }

  private static boolean isEmpty(ReplicaSet set) {
    ReplicaSetStatus status = set.getStatus();
    Long generation = set.getMetadata().getGeneration();
    return SetSize.size(set) == 0
        && SetSize.orZero(status.getReplicas()) == 0
        && (generation == null
            || (status.getObservedGeneration() != null
                && status.getObservedGeneration() >= generation));
  }
}
