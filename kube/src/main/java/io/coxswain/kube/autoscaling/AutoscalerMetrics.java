package io.coxswain.kube.autoscaling;

import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.metrics.Instruments;
import io.coxswain.runtime.metrics.Instruments.Stability;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;

/** Upstream's metrics of the HorizontalPodAutoscaler controller. */
final class AutoscalerMetrics {
  private static final String LABELS =
      " The label 'action' should be either 'scale_down', 'scale_up', or 'none'. Also, the label"
          + " 'error' should be either 'spec', 'internal', or 'none'.";

  private final Counter reconciliations;
  private final Histogram duration;
  private final Counter computations;
  private final Histogram computationDuration;
  private final Gauge autoscalers;
  private final Gauge desired;

  AutoscalerMetrics(Instruments instruments) {
    reconciliations =
        instruments.counter(
            Stability.ALPHA,
            "horizontal_pod_autoscaler_controller_reconciliations_total",
            "Number of reconciliations of HPA controller." + LABELS,
            "action",
            "error");
    duration =
        instruments.histogram(
            Stability.ALPHA,
            "horizontal_pod_autoscaler_controller_reconciliation_duration_seconds",
            "The time(seconds) that the HPA controller takes to reconcile once." + LABELS,
            Instruments.bounds(0.001, 2, 15),
            "action",
            "error");
    computations =
        instruments.counter(
            Stability.ALPHA,
            "horizontal_pod_autoscaler_controller_metric_computation_total",
            "Number of metric computations."
                + LABELS
                + " The label 'metric_type' corresponds to HPA.spec.metrics[*].type",
            "action",
            "error",
            "metric_type");
    computationDuration =
        instruments.histogram(
            Stability.ALPHA,
            "horizontal_pod_autoscaler_controller_metric_computation_duration_seconds",
            "The time(seconds) that the HPA controller takes to calculate one metric."
                + LABELS
                + " The label 'metric_type' corresponds to HPA.spec.metrics[*].type",
            Instruments.bounds(0.001, 2, 15),
            "action",
            "error",
            "metric_type");
    autoscalers =
        instruments.gauge(
            "horizontal_pod_autoscaler_controller_num_horizontal_pod_autoscalers",
            "Current number of controlled HPA objects.");
    desired =
        instruments.gauge(
            "horizontal_pod_autoscaler_controller_desired_replicas",
            "Current desired replica count for HPA objects.",
            "namespace",
            "hpa_name");
  }

  /** Which way a number of replicas changes. */
  enum Action {
    SCALE_DOWN("scale_down"),
    SCALE_UP("scale_up"),
    NONE("none");

    private final String label;

    Action(String label) {
      this.label = label;
    }

    static Action of(int from, int to) {
      return to > from ? SCALE_UP : to < from ? SCALE_DOWN : NONE;
    }
  }

  /** Whose fault it was. */
  enum Problem {
    SPEC("spec"),
    INTERNAL("internal"),
    NONE("none");

    private final String label;

    Problem(String label) {
      this.label = label;
    }
  }

  void reconciled(Action action, Problem problem, long nanos) {
    reconciliations.labelValues(action.label, problem.label).inc();
    duration.labelValues(action.label, problem.label).observe(nanos / 1e9);
  }

  void computed(Action action, Problem problem, String type, long nanos) {
    computations.labelValues(action.label, problem.label, type).inc();
    computationDuration.labelValues(action.label, problem.label, type).observe(nanos / 1e9);
  }

  void known(int count) {
    autoscalers.set(count);
  }

  void desired(ObjectKey autoscaler, int replicas) {
    desired.labelValues(autoscaler.namespace(), autoscaler.name()).set(replicas);
  }

  void deleted(ObjectKey autoscaler) {
    desired.remove(autoscaler.namespace(), autoscaler.name());
  }
}
