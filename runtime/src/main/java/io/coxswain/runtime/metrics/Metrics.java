package io.coxswain.runtime.metrics;

import io.coxswain.env.Clock;
import io.coxswain.env.Files;
import io.coxswain.env.Tasks;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** The metrics of one manager. */
public final class Metrics {
  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final Registrar registrar;
  private final CounterNames counterNames = new CounterNames();
  private final Instruments instruments;
  private final ControllerSeries controllers;
  private final QueueSeries queues;
  private final RestSeries rest;
  private final Gauge master;
  private final Counter slowPath;

  public Metrics() {
    this(MetricNaming.CONTROLLER_RUNTIME, false);
  }

  /**
   * @param detailed whether to include the latency and size of requests even if the naming scheme
   *     does not
   */
  public Metrics(MetricNaming flavour, boolean detailed) {
    registrar = new Registrar(registry, flavour);
    instruments = new Instruments(registry, counterNames, registrar.isKubernetes());
    controllers = new ControllerSeries(registrar);
    queues = new QueueSeries(registrar);
    rest = new RestSeries(registrar, detailed);
    String more = registrar.isKubernetes() ? " Please make sure to group by name." : "";
    master =
        registrar.gauge(
            true,
            "leader_election_master_status",
            "Gauge of if the reporting system is master of the relevant lease, 0 indicates backup,"
                + " 1 indicates master. 'name' is the string used to identify the lease."
                + more,
            "name");
    slowPath =
        registrar.counter(
            registrar.isKubernetes(),
            "leader_election_slowpath_total",
            "Total number of slow path exercised in renewing leader leases. 'name' is the string"
                + " used to identify the lease."
                + more,
            "name");
  }

  /** The registry for the program's own metrics. */
  public PrometheusRegistry registry() {
    return registry;
  }

  public MetricNaming flavour() {
    return registrar.flavour();
  }

  public ControllerMetrics controller(String name) {
    return new ControllerMetrics(controllers, name);
  }

  public QueueMetrics queue(String name) {
    var queue = new QueueMetrics(queues, name);
    queues.queues.add(queue);
    queues.begin(name);
    return queue;
  }

  public RequestMetrics client(String host) {
    return new RequestMetrics(rest, host);
  }

  /** Call once. */
  public WebhookMetrics webhooks(Clock clock) {
    return new WebhookMetrics(registrar, clock);
  }

  /**
   * Call once.
   *
   * @param program the value of the label {@code name}
   */
  public CacheMetrics caches(String program) {
    return new CacheMetrics(registrar, program);
  }

  /** Adds metrics of the process. Call once. */
  public void process(Files files) {
    ProcessMetrics.register(files, registry);
  }

  /** Adds a metric for tasks that have died. Call once. */
  public void tasks(Tasks tasks) {
    registry.register(
        CounterWithCallback.builder()
            .name("coxswain_tasks_died_total")
            .help("Number of tasks that died of an error.")
            .callback(value -> value.call((double) tasks.failures().count()))
            .build());
  }

  public void leads(String lease, boolean leading) {
    master.labelValues(lease).set(leading ? 1 : 0);
  }

  /** Counts a renewal of a lease that required a read first. */
  public void tookSlowPath(String lease) {
    slowPath.labelValues(lease).inc();
  }

  /** The metrics that single controllers have beyond those of all controllers. */
  public Instruments instruments() {
    return instruments;
  }

  /** All metrics in the Prometheus text format. */
  public byte[] scrape() {
    return scrape(name -> true);
  }

  /** The metrics whose names satisfy the predicate, in the Prometheus text format. */
  public byte[] scrape(Predicate<String> shown) {
    return scrape(shown, UnaryOperator.identity());
  }

  /** As {@link #scrape(Predicate)}, with the metrics as the function changes them. */
  public byte[] scrape(Predicate<String> shown, UnaryOperator<MetricSnapshots> change) {
    var out = new ByteArrayOutputStream();
    try {
      PrometheusTextFormatWriter.create().write(out, change.apply(registry.scrape(shown)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return counterNames.correct(out.toByteArray());
  }
}
