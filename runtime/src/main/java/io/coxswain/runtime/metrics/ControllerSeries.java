package io.coxswain.runtime.metrics;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;

/** Metrics of controllers. kube-controller-manager has no such metrics. */
final class ControllerSeries {
  private static final double[] PASS_SECONDS = {
    0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9,
    1, 1.25, 1.5, 1.75, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60
  };

  final Counter passes;
  final Counter errors;
  final Counter terminalErrors;
  final Counter panics;
  final Counter timeouts;
  final Counter staleSkips;
  final Histogram passSeconds;
  final Gauge maxWorkers;
  final Gauge activeWorkers;

  ControllerSeries(Registrar registrar) {
    boolean shown = !registrar.isKubernetes();
    passes =
        registrar.counter(
            shown,
            "controller_runtime_reconcile_total",
            "Total number of reconciliations per controller",
            "controller",
            "result");
    errors =
        registrar.counter(
            shown,
            "controller_runtime_reconcile_errors_total",
            "Total number of reconciliation errors per controller",
            "controller");
    terminalErrors =
        registrar.counter(
            shown,
            "controller_runtime_terminal_reconcile_errors_total",
            "Total number of terminal reconciliation errors per controller",
            "controller");
    panics =
        registrar.counter(
            shown,
            "controller_runtime_reconcile_panics_total",
            "Total number of reconciliation panics per controller",
            "controller");
    timeouts =
        registrar.counter(
            shown,
            "controller_runtime_reconcile_timeouts_total",
            "Total number of reconciliation timeouts per controller",
            "controller");
    staleSkips =
        registrar.counter(
            true,
            "coxswain_stale_sync_skips_total",
            "Passes put off because the cache had not yet seen the key's own earlier writes",
            "controller");
    passSeconds =
        registrar.histogram(
            shown,
            "controller_runtime_reconcile_time_seconds",
            "Length of time per reconciliation per controller",
            PASS_SECONDS,
            "controller");
    maxWorkers =
        registrar.gauge(
            shown,
            "controller_runtime_max_concurrent_reconciles",
            "Maximum number of concurrent reconciles per controller",
            "controller");
    activeWorkers =
        registrar.gauge(
            shown,
            "controller_runtime_active_workers",
            "Number of currently used workers per controller",
            "controller");
  }
}
