package io.coxswain.runtime.metrics;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.ToLongFunction;

/** The metrics of one manager. */
public final class Metrics {
  private static final double[] PASS_SECONDS = {
    0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9,
    1, 1.25, 1.5, 1.75, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60
  };
  private static final double[] QUEUE_SECONDS = {
    1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1, 10, 100, 1000
  };
  private static final String[] QUEUE_LABELS = {"name", "controller"};

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final List<QueueMetrics> queues = new CopyOnWriteArrayList<>();

  final Counter passes =
      counter(
          "controller_runtime_reconcile_total",
          "Total number of reconciliations per controller",
          "controller",
          "result");
  final Counter errors =
      counter(
          "controller_runtime_reconcile_errors_total",
          "Total number of reconciliation errors per controller",
          "controller");
  final Counter terminalErrors =
      counter(
          "controller_runtime_terminal_reconcile_errors_total",
          "Total number of terminal reconciliation errors per controller",
          "controller");
  final Counter panics =
      counter(
          "controller_runtime_reconcile_panics_total",
          "Total number of reconciliation panics per controller",
          "controller");
  final Counter timeouts =
      counter(
          "controller_runtime_reconcile_timeouts_total",
          "Total number of reconciliation timeouts per controller",
          "controller");
  final Counter staleSkips =
      counter(
          "coxswain_stale_sync_skips_total",
          "Passes put off because the cache had not yet seen the key's own earlier writes",
          "controller");
  final Histogram passSeconds =
      histogram(
          "controller_runtime_reconcile_time_seconds",
          "Length of time per reconciliation per controller",
          PASS_SECONDS,
          "controller");
  final Gauge maxWorkers =
      gauge(
          "controller_runtime_max_concurrent_reconciles",
          "Maximum number of concurrent reconciles per controller",
          "controller");
  final Gauge activeWorkers =
      gauge(
          "controller_runtime_active_workers",
          "Number of currently used workers per controller",
          "controller");

  final Gauge depth =
      gauge("workqueue_depth", "Current depth of workqueue", "name", "controller", "priority");
  final Counter adds =
      counter("workqueue_adds_total", "Total number of adds handled by workqueue", QUEUE_LABELS);
  final Counter retries =
      counter(
          "workqueue_retries_total", "Total number of retries handled by workqueue", QUEUE_LABELS);
  final Histogram waitSeconds =
      histogram(
          "workqueue_queue_duration_seconds",
          "How long in seconds an item stays in workqueue before being requested",
          QUEUE_SECONDS,
          QUEUE_LABELS);
  final Histogram workSeconds =
      histogram(
          "workqueue_work_duration_seconds",
          "How long in seconds processing an item from workqueue takes.",
          QUEUE_SECONDS,
          QUEUE_LABELS);

  final Counter requests =
      counter(
          "rest_client_requests_total",
          "Number of HTTP requests, partitioned by status code, method, and host.",
          "code",
          "method",
          "host");
  private final Gauge master =
      gauge(
          "leader_election_master_status",
          "Gauge of if the reporting system is master of the relevant lease, 0 indicates backup, 1"
              + " indicates master. 'name' is the string used to identify the lease.",
          "name");

  public Metrics() {
    eachQueue(
        "workqueue_unfinished_work_seconds",
        "How many seconds of work has been done that is in progress and hasn't been observed by"
            + " work_duration. Large values indicate stuck threads. One can deduce the number of"
            + " stuck threads by observing the rate at which this increases.",
        QueueMetrics.Work::unfinishedNanos);
    eachQueue(
        "workqueue_longest_running_processor_seconds",
        "How many seconds has the longest running processor for workqueue been running.",
        QueueMetrics.Work::longestNanos);
  }

  /** A gauge that is looked up when somebody scrapes, so that idle queues do nothing. */
  private void eachQueue(String name, String help, ToLongFunction<QueueMetrics.Work> nanos) {
    GaugeWithCallback.builder()
        .name(name)
        .help(help)
        .labelNames(QUEUE_LABELS)
        .callback(
            each ->
                queues.forEach(
                    queue ->
                        each.call(
                            nanos.applyAsLong(queue.work()) / 1e9, queue.name(), queue.name())))
        .register(registry);
  }

  /** Where programs register their own. */
  public PrometheusRegistry registry() {
    return registry;
  }

  public ControllerMetrics controller(String name) {
    return new ControllerMetrics(this, name);
  }

  public QueueMetrics queue(String name) {
    var queue = new QueueMetrics(this, name);
    queues.add(queue);
    return queue;
  }

  public RequestMetrics client(String host) {
    return new RequestMetrics(requests, host);
  }

  public void leads(String lease, boolean leading) {
    master.labelValues(lease).set(leading ? 1 : 0);
  }

  /** All metrics in the text format that Prometheus scrapes. */
  public byte[] scrape() {
    var out = new ByteArrayOutputStream();
    try {
      PrometheusTextFormatWriter.create().write(out, registry.scrape());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  // Exemplars would bring a scheduler thread of the library's own.

  private Counter counter(String name, String help, String... labels) {
    return Counter.builder()
        .name(name)
        .help(help)
        .labelNames(labels)
        .withoutExemplars()
        .register(registry);
  }

  private Gauge gauge(String name, String help, String... labels) {
    return Gauge.builder()
        .name(name)
        .help(help)
        .labelNames(labels)
        .withoutExemplars()
        .register(registry);
  }

  private Histogram histogram(String name, String help, double[] bounds, String... labels) {
    return Histogram.builder()
        .name(name)
        .help(help)
        .classicOnly()
        .classicUpperBounds(bounds)
        .labelNames(labels)
        .withoutExemplars()
        .register(registry);
  }
}
