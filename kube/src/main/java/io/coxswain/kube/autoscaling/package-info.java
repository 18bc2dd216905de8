/**
 * Scales workloads by their metrics: the HorizontalPodAutoscaler.
 *
 * <p>Every 15 seconds each autoscaler is looked at, whatever happens in between: its target's scale
 * is read, each metric proposes a number of replicas, the largest proposal counts, and is then held
 * back by the stabilisation windows and rate limits before the scale is written. A metric that
 * cannot be had never leads to fewer replicas.
 *
 * <p>Entry: {@link io.coxswain.kube.autoscaling.AutoscalerController}. The way of one look: {@code
 * AutoscalerPass} (the steps), {@code MetricProposals} (a proposal per metric, from {@code
 * MetricsClient} and the pure {@code ReplicaCalculator}), {@code Normalization} (pure but for the
 * {@code ScaleMemory} it is given), {@code AutoscalerStatus}.
 *
 * <p>Past recommendations and steps are kept in memory alone; after a restart the windows begin
 * with the present size. Autoscalers without a metric that can be had report so and do nothing.
 */
@NullMarked
package io.coxswain.kube.autoscaling;

import org.jspecify.annotations.NullMarked;
