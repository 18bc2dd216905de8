package io.coxswain.kube.tainteviction;

import io.coxswain.runtime.metrics.Instruments;
import io.coxswain.runtime.metrics.Instruments.Stability;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import java.time.Duration;

/** Counts evicted pods, and measures how late they were evicted. */
final class TaintEvictionMetrics {
  private final Counter deletions;
  private final Histogram latency;

  TaintEvictionMetrics(Instruments instruments) {
    deletions =
        instruments.counter(
            Stability.ALPHA,
            "taint_eviction_controller_pod_deletions_total",
            "Total number of Pods deleted by TaintEvictionController since its start.");
    latency =
        instruments.histogram(
            Stability.ALPHA,
            "taint_eviction_controller_pod_deletion_duration_seconds",
            "Latency, in seconds, between the time when a taint effect has been activated for the"
                + " Pod and its deletion via TaintEvictionController.",
            new double[] {0.005, 0.025, 0.1, 0.5, 1, 2.5, 10, 30, 60, 120, 180, 240});
  }

  void deleted(Duration late) {
    deletions.inc();
    latency.observe(late.toNanos() / 1e9);
  }
}
