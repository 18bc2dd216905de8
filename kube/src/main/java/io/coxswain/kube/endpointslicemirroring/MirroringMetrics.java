package io.coxswain.kube.endpointslicemirroring;

import io.coxswain.api.ObjectKey;
import io.coxswain.kube.services.SliceTotals;
import io.coxswain.runtime.metrics.Instruments;
import io.coxswain.runtime.metrics.Instruments.Stability;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import java.time.Duration;

/** Counts mirrored endpoints and slices, and measures reconciles. */
final class MirroringMetrics {
  private static final String PREFIX = "endpoint_slice_mirroring_controller_";
  private static final double[] ENDPOINTS = Instruments.bounds(2, 2, 15);

  private final SliceTotals totals = new SliceTotals();
  private final Histogram added;
  private final Histogram updated;
  private final Histogram removed;
  private final Histogram skipped;
  private final Histogram duration;
  private final Counter changes;

  MirroringMetrics(Instruments instruments) {
    added = perSync(instruments, "endpoints_added", "Number of endpoints added on each");
    updated = perSync(instruments, "endpoints_updated", "Number of endpoints updated on each");
    removed = perSync(instruments, "endpoints_removed", "Number of endpoints removed on each");
    skipped =
        instruments.histogram(
            Stability.ALPHA,
            PREFIX + "addresses_skipped_per_sync",
            "Number of addresses skipped on each Endpoints sync due to being invalid or exceeding"
                + " MaxEndpointsPerSubset",
            ENDPOINTS);
    duration =
        instruments.histogram(
            Stability.ALPHA,
            PREFIX + "endpoints_sync_duration",
            "Duration of syncEndpoints() in seconds",
            Instruments.bounds(0.001, 2, 15));
    changes =
        instruments.counter(
            Stability.ALPHA, PREFIX + "changes", "Number of EndpointSlice changes", "operation");
    totals.register(instruments, PREFIX);
  }

  private static Histogram perSync(Instruments instruments, String name, String help) {
    return instruments.histogram(
        Stability.ALPHA, PREFIX + name + "_per_sync", help + " Endpoints sync", ENDPOINTS);
  }

  void planned(ObjectKey endpoints, MirrorPlan plan) {
    skipped.observe(plan.skipped());
    added.observe(plan.counts().added());
    updated.observe(plan.counts().updated());
    removed.observe(plan.counts().removed());
    totals.put(endpoints, "", plan.counts().share());
  }

  void created() {
    changes.labelValues("create").inc();
  }

  void updated() {
    changes.labelValues("update").inc();
  }

  void deleted() {
    changes.labelValues("delete").inc();
  }

  void synced(Duration time) {
    duration.observe(time.toNanos() / 1e9);
  }

  void forget(ObjectKey endpoints) {
    totals.forget(endpoints);
  }
}
