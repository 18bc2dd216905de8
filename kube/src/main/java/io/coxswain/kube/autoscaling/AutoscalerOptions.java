package io.coxswain.kube.autoscaling;

import java.time.Duration;

/**
 * Options of the HorizontalPodAutoscaler controller.
 *
 * @param workers {@code --concurrent-horizontal-pod-autoscaler-syncs}
 * @param syncPeriod {@code --horizontal-pod-autoscaler-sync-period}
 * @param downscaleStabilization {@code --horizontal-pod-autoscaler-downscale-stabilization}
 * @param tolerance {@code --horizontal-pod-autoscaler-tolerance}
 * @param cpuInitializationPeriod {@code --horizontal-pod-autoscaler-cpu-initialization-period}
 * @param initialReadinessDelay {@code --horizontal-pod-autoscaler-initial-readiness-delay}
 */
public record AutoscalerOptions(
    int workers,
    Duration syncPeriod,
    Duration downscaleStabilization,
    double tolerance,
    Duration cpuInitializationPeriod,
    Duration initialReadinessDelay) {

  public static AutoscalerOptions byDefault() {
    return new AutoscalerOptions(
        5,
        Duration.ofSeconds(15),
        Duration.ofMinutes(5),
        0.1,
        Duration.ofMinutes(5),
        Duration.ofSeconds(30));
  }
}
