package io.coxswain.kube.autoscaling;

import io.coxswain.api.Conditions;
import io.coxswain.api.Json;
import io.coxswain.api.Timestamps;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerCondition;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerConditionBuilder;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerStatus;
import io.fabric8.kubernetes.api.model.autoscaling.v2.MetricStatus;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builder of an autoscaler's next status. */
final class AutoscalerStatus {
  static final String ABLE = "AbleToScale";
  static final String ACTIVE = "ScalingActive";
  static final String LIMITED = "ScalingLimited";

  private static final Conditions<HorizontalPodAutoscalerCondition> CONDITIONS =
      new Conditions<>(
          HorizontalPodAutoscalerCondition::getType,
          HorizontalPodAutoscalerCondition::getStatus,
          HorizontalPodAutoscalerCondition::getLastTransitionTime,
          HorizontalPodAutoscalerCondition::setLastTransitionTime);

  private final HorizontalPodAutoscalerStatus status;
  private final List<HorizontalPodAutoscalerCondition> before;
  private final Instant now;

  AutoscalerStatus(@Nullable HorizontalPodAutoscalerStatus current, Instant now) {
    this(current, current, now);
  }

  /**
   * @param current the status on the server, from which conditions with the same value keep their
   *     transition time
   * @param draft the status to continue with
   */
  AutoscalerStatus(
      @Nullable HorizontalPodAutoscalerStatus current,
      @Nullable HorizontalPodAutoscalerStatus draft,
      Instant now) {
    this.status = draft == null ? new HorizontalPodAutoscalerStatus() : Json.copy(draft);
    this.before = current == null ? List.of() : List.copyOf(current.getConditions());
    this.now = now;
  }

  HorizontalPodAutoscalerStatus copy() {
    return Json.copy(status);
  }

  void set(String type, boolean value, String reason, String message) {
    set(type, value ? "True" : "False", reason, message);
  }

  private void set(String type, String value, String reason, String message) {
    status.setConditions(
        CONDITIONS.with(
            status.getConditions(),
            new HorizontalPodAutoscalerConditionBuilder()
                .withType(type)
                .withStatus(value)
                .withReason(reason)
                .withMessage(message)
                .withLastTransitionTime(transitionTime(type, value))
                .build()));
  }

  /** A condition that a reconcile sets twice may end with the value that it had before. */
  private String transitionTime(String type, String value) {
    return CONDITIONS
        .find(before, type)
        .filter(condition -> value.equals(condition.getStatus()))
        .map(HorizontalPodAutoscalerCondition::getLastTransitionTime)
        .orElseGet(() -> Timestamps.format(now));
  }

  /** Sets the current size and metrics, and keeps the desired size. */
  void undecided(int current, @Nullable List<MetricStatus> metrics) {
    Integer desired = status.getDesiredReplicas();
    decided(current, desired == null ? 0 : desired, metrics, false);
  }

  /** Sets sizes and metrics. */
  void decided(int current, int desired, @Nullable List<MetricStatus> metrics, boolean rescaled) {
    status.setCurrentReplicas(current == 0 ? null : current);
    status.setDesiredReplicas(desired);
    status.setCurrentMetrics(metrics == null ? List.of() : metrics);
    if (rescaled) {
      status.setLastScaleTime(Timestamps.format(now));
    }
  }

  /** Sets desiredReplicas if it is missing: upstream omits it here, but the API requires it. */
  void onlyConditions() {
    if (status.getDesiredReplicas() == null) {
      status.setDesiredReplicas(0);
    }
  }
}
