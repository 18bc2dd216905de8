package io.coxswain.kube.autoscaling;

import io.coxswain.api.ApiException;
import io.coxswain.kube.autoscaling.AutoscalerObservation.Target;
import io.coxswain.kube.autoscaling.AutoscalerPlan.Action;
import io.coxswain.kube.common.Klog;
import io.coxswain.kube.common.Scales;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.events.Recorder;
import io.fabric8.kubernetes.api.model.autoscaling.v1.Scale;
import io.fabric8.kubernetes.api.model.autoscaling.v1.ScaleSpec;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerStatus;
import java.time.Instant;

/** Applies the actions of an {@link AutoscalerPlan}. */
record AutoscalerWriter(
    Client client,
    Recorder events,
    Scales scales,
    ScaleMemory memory,
    HorizontalPodAutoscaler autoscaler,
    Instant now) {
  private static final Klog log = Klog.of("horizontal-pod-autoscaler-controller");

  /** Number of attempts to write a scale that others change concurrently. */
  private static final int MAX_ATTEMPTS = 5;

  void apply(Action action) throws ApiException {
    switch (action) {
      case Action.Warn(String reason, String message) -> warn(reason, message);
      case Action.Recommend(int replicas, Instant keepSince) ->
          memory.recommend(replicas, now, keepSince);
      case Action.Rescale rescale -> rescale(rescale);
      case Action.UpdateStatus(var status) -> write(status);
    }
  }

  private void warn(String reason, String message) {
    events.warning(autoscaler, reason, "%s", message);
  }

  private void rescale(Action.Rescale rescale) throws ApiException {
    try {
      update(rescale.target(), rescale.to());
    } catch (ApiException e) {
      events.warning(
          autoscaler,
          "FailedRescale",
          "New size: %d; reason: %s; error: %s",
          rescale.to(),
          rescale.reason(),
          String.valueOf(e.getMessage()));
      var status = new AutoscalerStatus(autoscaler.getStatus(), rescale.statusOnFailure(), now);
      status.set(
          AutoscalerStatus.ABLE,
          false,
          "FailedUpdateScale",
          "the HPA controller was unable to update the target scale: " + e.getMessage());
      write(status.copy());
      throw e;
    }
    events.normal(
        autoscaler,
        "SuccessfulRescale",
        "New size: %d; reason: %s",
        rescale.to(),
        rescale.reason());
    log.info(
        "Successfully rescaled",
        "HPA",
        autoscaler,
        "currentReplicas",
        rescale.from(),
        "desiredReplicas",
        rescale.to(),
        "reason",
        rescale.reason());
    var behavior = autoscaler.getSpec().getBehavior();
    if (behavior != null) {
      boolean up = rescale.to() > rescale.from();
      memory.scaled(rescale.from(), rescale.to(), Normalization.longestPeriod(behavior, up), now);
    }
  }

  private void update(Target.Found target, int replicas) throws ApiException {
    Scale scale = target.scale();
    for (int attempt = 1; ; attempt++) {
      if (scale.getSpec() == null) {
        scale.setSpec(new ScaleSpec());
      }
      scale.getSpec().setReplicas(replicas);
      try {
        scales.update(target.type(), target.key(), scale);
        return;
      } catch (ApiException.Conflict e) {
        if (attempt == MAX_ATTEMPTS) {
          throw e;
        }
        scale = scales.fetch(target.type(), target.key());
      }
    }
  }

  private void write(HorizontalPodAutoscalerStatus status) throws ApiException {
    try {
      client.patchStatus(autoscaler, a -> a.setStatus(status));
      log.info(2, "Successfully updated status", "HPA", autoscaler);
    } catch (ApiException e) {
      warn("FailedUpdateStatus", String.valueOf(e.getMessage()));
      throw e;
    }
  }
}
