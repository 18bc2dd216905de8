package io.coxswain.runtime.metrics;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.ToLongFunction;

/** Metrics of work queues, with the labels of the naming scheme. */
final class QueueSeries {
  private static final double[] SECONDS = {
    1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1, 10, 100, 1000
  };

  private final boolean kubernetes;
  final List<QueueMetrics> queues = new CopyOnWriteArrayList<>();
  final Gauge depth;
  final Counter adds;
  final Counter retries;
  final Histogram waitSeconds;
  final Histogram workSeconds;

  QueueSeries(Registrar registrar) {
    kubernetes = registrar.isKubernetes();
    String[] labels = labels("name", "controller");
    double[] bounds = kubernetes ? java.util.Arrays.copyOf(SECONDS, 10) : SECONDS;
    depth =
        registrar.gauge(
            true,
            "workqueue_depth",
            "Current depth of workqueue",
            labels("name", "controller", "priority"));
    adds =
        registrar.counter(
            true, "workqueue_adds_total", "Total number of adds handled by workqueue", labels);
    retries =
        registrar.counter(
            true,
            "workqueue_retries_total",
            "Total number of retries handled by workqueue",
            labels);
    waitSeconds =
        registrar.histogram(
            true,
            "workqueue_queue_duration_seconds",
            "How long in seconds an item stays in workqueue before being requested",
            bounds,
            labels);
    workSeconds =
        registrar.histogram(
            true,
            "workqueue_work_duration_seconds",
            "How long in seconds processing an item from workqueue takes.",
            bounds,
            labels);
    each(
        registrar,
        "workqueue_unfinished_work_seconds",
        "How many seconds of work has been done that is in progress and hasn't been observed by"
            + " work_duration. Large values indicate stuck threads. One can deduce the number of"
            + " stuck threads by observing the rate at which this increases.",
        QueueMetrics.Work::unfinishedNanos,
        labels);
    each(
        registrar,
        "workqueue_longest_running_processor_seconds",
        "How many seconds has the longest running processor for workqueue been running.",
        QueueMetrics.Work::longestNanos,
        labels);
  }

  /** Initializes the series of a queue, where the naming scheme does so. */
  void begin(String name) {
    if (kubernetes) {
      depth.initLabelValues(name);
      adds.initLabelValues(name);
      retries.initLabelValues(name);
      waitSeconds.initLabelValues(name);
      workSeconds.initLabelValues(name);
    }
  }

  private void each(
      Registrar registrar,
      String name,
      String help,
      ToLongFunction<QueueMetrics.Work> nanos,
      String... labels) {
    registrar.gauge(
        name,
        help,
        values ->
            queues.forEach(
                queue ->
                    values.call(
                        nanos.applyAsLong(queue.work()) / 1e9, labels(queue.name(), queue.name()))),
        labels);
  }

  /** Only the name for Kubernetes; all labels otherwise. */
  String[] labels(String... all) {
    return kubernetes ? new String[] {all[0]} : all;
  }
}
