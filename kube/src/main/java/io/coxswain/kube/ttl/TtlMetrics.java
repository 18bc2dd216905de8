package io.coxswain.kube.ttl;

import io.coxswain.runtime.metrics.Instruments;
import io.coxswain.runtime.metrics.Instruments.Stability;
import io.prometheus.metrics.core.metrics.Histogram;
import java.time.Duration;

/** Measures how long Jobs outlive their TTL. */
final class TtlMetrics {
  private final Histogram duration;

  TtlMetrics(Instruments instruments) {
    duration =
        instruments.histogram(
            Stability.ALPHA,
            "ttl_after_finished_controller_job_deletion_duration_seconds",
            "The time it took to delete the job since it became eligible for deletion",
            Instruments.bounds(0.1, 2, 14));
  }

  void deleted(Duration late) {
    duration.observe(late.toNanos() / 1e9);
  }
}
