package io.coxswain.kube.autoscaling;

import io.coxswain.api.Json;
import io.coxswain.kube.common.Timestamps;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerCondition;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerConditionBuilder;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerStatus;
import io.fabric8.kubernetes.api.model.autoscaling.v2.MetricStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The status of an autoscaler being worked out in a pass. */
final class AutoscalerStatus {
  static final String ABLE = "AbleToScale";
  static final String ACTIVE = "ScalingActive";
  static final String LIMITED = "ScalingLimited";

  private final HorizontalPodAutoscalerStatus status;
  private final Instant now;

  AutoscalerStatus(HorizontalPodAutoscaler autoscaler, Instant now) {
    this.status =
        autoscaler.getStatus() == null
            ? new HorizontalPodAutoscalerStatus()
            : Json.copy(autoscaler.getStatus());
    this.now = now;
  }

  HorizontalPodAutoscalerStatus status() {
    return status;
  }

  void set(String type, boolean value, String reason, String message) {
    set(type, value ? "True" : "False", reason, message);
  }

  private void set(String type, String value, String reason, String message) {
    List<HorizontalPodAutoscalerCondition> conditions =
        status.getConditions() == null
            ? new ArrayList<>()
            : new ArrayList<>(status.getConditions());
    HorizontalPodAutoscalerCondition condition =
        conditions.stream()
            .filter(c -> type.equals(c.getType()))
            .findFirst()
            .orElseGet(
                () -> {
                  var added = new HorizontalPodAutoscalerConditionBuilder().withType(type).build();
                  conditions.add(added);
                  return added;
                });
    if (!Objects.equals(condition.getStatus(), value)) {
      condition.setLastTransitionTime(Timestamps.format(now));
    }
    condition.setStatus(value);
    condition.setReason(reason);
    condition.setMessage(message);
    status.setConditions(conditions);
  }

  /** Tells of sizes and metrics, when no size could be worked out. */
  void seen(int current, @Nullable List<MetricStatus> metrics) {
    Integer desired = status.getDesiredReplicas();
    decided(current, desired == null ? 0 : desired, metrics, false);
  }

  /** Tells of sizes and metrics. */
  void decided(int current, int desired, @Nullable List<MetricStatus> metrics, boolean rescaled) {
    status.setCurrentReplicas(current == 0 ? null : current);
    status.setDesiredReplicas(desired);
    status.setCurrentMetrics(metrics == null ? List.of() : metrics);
    if (rescaled) {
      status.setLastScaleTime(Timestamps.format(now));
    }
  }

  /** Upstream writes this field never, but the API asks for one of the sizes. */
  void onlyConditions() {
    if (status.getDesiredReplicas() == null) {
      status.setDesiredReplicas(0);
    }
  }
}
