package io.coxswain.kube.common;

import io.coxswain.api.ApiException;
import io.coxswain.env.Clock;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.metrics.Instruments;
import io.coxswain.runtime.metrics.Instruments.Stability;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;

/** Counts and measures reconciles by the code of the response that ended them. */
public final class SyncMetrics {
  private final Counter syncs;
  private final Histogram duration;
  private final Clock clock;

  /**
   * @param subsystem the beginning of the names
   */
  public SyncMetrics(
      Instruments instruments, Clock clock, String subsystem, String countHelp, String timeHelp) {
    this.clock = clock;
    syncs = instruments.counter(Stability.ALPHA, subsystem + "_sync_total", countHelp, "code");
    duration =
        instruments.histogram(
            Stability.ALPHA,
            subsystem + "_sync_duration_seconds",
            timeHelp,
            Instruments.bounds(0.001, 2, 15),
            "code");
  }

  /** The same reconciler, measured. */
  public <K> Reconciler<K> measure(Reconciler<K> reconciler) {
    return (key, pass) -> {
      long start = clock.nanos();
      String code = "500";
      try {
        var outcome = reconciler.reconcile(key, pass);
        code = "200";
        return outcome;
      } catch (ApiException e) {
        if (e.code() != 0) {
          code = Integer.toString(e.code());
        }
        throw e;
      } finally {
        duration.labelValues(code).observe((clock.nanos() - start) / 1e9);
        syncs.labelValues(code).inc();
      }
    };
  }
}
