/**
 * The HorizontalPodAutoscaler controller: scales workloads by their metrics.
 *
 * <p>Each autoscaler is synced every 15 seconds: the controller reads the scale of the target, each
 * metric proposes a number of replicas, and the largest proposal is written to the scale after it
 * has been limited by stabilization windows and rate limits. While a metric is unavailable, the
 * target is never scaled down.
 *
 * <p>Entry: {@link io.coxswain.kube.autoscaling.AutoscalerController}. {@code AutoscalerReconciler}
 * observes the target and reads one proposal per metric with {@code MetricProposals} ({@code
 * MetricsClient} and the pure {@code ReplicaCalculator}). {@code AutoscalerPlan} decides, with
 * {@code Normalization} and {@code AutoscalerStatus}, and {@code AutoscalerWriter} applies.
 *
 * <p>Past recommendations and scale events are kept in memory only; after a restart the windows
 * begin with the current size. An autoscaler without any available metric reports this in its
 * conditions and does not scale.
 */
@NullMarked
package io.coxswain.kube.autoscaling;

import org.jspecify.annotations.NullMarked;
