package io.coxswain.kube.devicetainteviction;

import io.coxswain.runtime.metrics.Instruments;
import io.coxswain.runtime.metrics.Instruments.Stability;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import java.time.Duration;

/** Counts evicted pods, and measures how late they were evicted. */
final class DeviceTaintEvictionMetrics {
  private final Counter deletions;
  private final Histogram latency;

  DeviceTaintEvictionMetrics(Instruments instruments) {
    deletions =
        instruments.counter(
            Stability.ALPHA,
            "device_taint_eviction_controller_pod_deletions_total",
            "Total number of Pods deleted by DeviceTaintEvictionController since its start.");
    latency =
        instruments.histogram(
            Stability.ALPHA,
            "device_taint_eviction_controller_pod_deletion_duration_seconds",
            "Latency, in seconds, between the time when a device taint effect has been activated"
                + " and a Pod's deletion via DeviceTaintEvictionController.",
            new double[] {0.005, 0.025, 0.1, 0.5, 1, 2.5, 10, 30, 60, 120, 180, 240});
  }

  void deleted(Duration late) {
    deletions.inc();
    latency.observe(late.toNanos() / 1e9);
  }
}
