package io.coxswain.kube.replicaset;

import io.coxswain.api.Json;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.Timestamps;
import io.coxswain.kube.common.PodTemplates;
import io.coxswain.kube.common.Pods;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetCondition;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetConditionBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Computes the status from the observed pods and the result of the reconcile. */
final class ReplicaStatus {
  private static final String FAILURE = "ReplicaFailure";

  private ReplicaStatus() {}

  /**
   * The new status; equal to the current one if there is nothing to write.
   *
   * @param active the pods before any were created or deleted
   * @param terminating null for a kind that does not report it
   * @param failure why pods could not be created or deleted; null on success
   */
  static ReplicaSetStatus of(
      ReplicaSet set,
      List<Pod> active,
      @Nullable Integer terminating,
      @Nullable String failure,
      Instant now) {
    ReplicaSetStatus status =
        set.getStatus() == null ? new ReplicaSetStatus() : Json.copy(set.getStatus());
    var template = LabelSelector.of(PodTemplates.labels(set.getSpec().getTemplate()));
    Integer minReady = set.getSpec().getMinReadySeconds();
    status.setReplicas(active.size());
    status.setFullyLabeledReplicas(
        count(active, pod -> template.test(pod.getMetadata().getLabels())));
    status.setReadyReplicas(count(active, Pods::isReady));
    status.setAvailableReplicas(count(active, pod -> Pods.isAvailable(pod, minReady, now)));
    status.setTerminatingReplicas(terminating);
    status.setObservedGeneration(set.getMetadata().getGeneration());
    status.setConditions(conditions(set, status.getConditions(), active.size(), failure, now));
    return status;
  }

  /** The API omits a count of zero. */
  private static @Nullable Integer count(List<Pod> pods, Predicate<Pod> which) {
    int count = (int) pods.stream().filter(which).count();
    return count == 0 ? null : count;
  }

  private static List<ReplicaSetCondition> conditions(
      ReplicaSet set,
      @Nullable List<ReplicaSetCondition> present,
      int active,
      @Nullable String failure,
      Instant now) {
    var conditions = new ArrayList<ReplicaSetCondition>(present == null ? List.of() : present);
    boolean told = conditions.stream().anyMatch(c -> FAILURE.equals(c.getType()));
    if (failure == null) {
      conditions.removeIf(c -> FAILURE.equals(c.getType()));
    } else if (!told) {
      conditions.add(
          new ReplicaSetConditionBuilder()
              .withType(FAILURE)
              .withStatus("True")
              .withLastTransitionTime(Timestamps.format(now))
              .withReason(active < wanted(set) ? "FailedCreate" : "FailedDelete")
              .withMessage(failure)
              .build());
    }
    return conditions;
  }

  static int wanted(ReplicaSet set) {
    Integer replicas = set.getSpec().getReplicas();
    return replicas == null ? 1 : replicas;
  }
}
