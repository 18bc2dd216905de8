package io.coxswain.kube.autoscaling;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.fabric8.kubernetes.api.model.autoscaling.v1.Scale;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The state from which an {@link AutoscalerPlan} is made.
 *
 * @param selectorProblem why the pods of the target cannot be selected; metrics are then not read
 * @param metrics one result for each metric of the spec; empty if the size of the target already
 *     decides
 */
record AutoscalerObservation(
    HorizontalPodAutoscaler autoscaler,
    Target target,
    Optional<SelectorProblem> selectorProblem,
    List<MetricResult> metrics,
    Instant now) {

  AutoscalerObservation {
    metrics = List.copyOf(metrics);
  }

  /** The scale subresource of the target. */
  sealed interface Target {
    record Found(ResourceType type, ObjectKey key, Scale scale) implements Target {
      int replicas() {
        return scale.getSpec() == null ? 0 : MetricProposals.orZero(scale.getSpec().getReplicas());
      }
    }

    record Missing(String error) implements Target {}
  }

  /**
   * An invalid selector of the target.
   *
   * @param event the reason of the event
   * @param reason the reason of the condition
   */
  record SelectorProblem(String event, String message, String reason, String conditionMessage) {}

  /** The number of replicas that a metric proposes, or the error. */
  sealed interface MetricResult {
    record Proposed(MetricProposals.Proposal proposal) implements MetricResult {}

    /**
     * A metric without a value.
     *
     * @param summary the message with the operation that failed
     */
    record Failed(String reason, String message, String summary) implements MetricResult {}
  }
}
