package io.coxswain.runtime.manager;

import io.coxswain.api.ResourceType;
import io.coxswain.env.Env;
import io.coxswain.runtime.cache.CacheOptions;
import io.coxswain.runtime.controller.ControllerLog;
import io.coxswain.runtime.election.ElectionOptions;
import io.coxswain.runtime.health.Check;
import io.coxswain.runtime.http.Endpoint;
import io.coxswain.runtime.http.TlsPolicy;
import io.coxswain.runtime.metrics.MetricNaming;
import io.coxswain.runtime.metrics.Metrics;
import io.coxswain.runtime.webhook.WebhookOptions;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.nio.file.Path;
import java.time.Duration;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The settings of a manager; {@link #build} creates it. */
public final class ManagerBuilder {
  final Env env;
  final TreeMap<String, ElectionOptions> leaderGroups = new TreeMap<>();
  final CacheOptions cache = new CacheOptions();
  final TreeSet<ResourceType> liveReads = new TreeSet<>();
  final WebhookOptions webhooks = new WebhookOptions();
  private @Nullable Metrics metrics;
  private MetricNaming flavour = MetricNaming.CONTROLLER_RUNTIME;
  private boolean detailedMetrics;
  final TreeMap<String, Integer> workersByKind = new TreeMap<>();
  String name = "coxswain";
  ControllerLog controllerLog = ControllerLog.STANDARD;
  String host = "localhost";
  String userAgent = "coxswain/dev";
  String server = "kubernetes";
  int workers = 1;
  Duration grace = Duration.ofSeconds(30);
  @Nullable ElectionOptions election;
  int shards = 1;
  boolean warm;
  String healthAddress = "";
  String livenessPath = "/healthz";
  String readinessPath = "/readyz";
  String metricsAddress = "";
  String debugAddress = "";
  boolean secureMetrics;
  boolean authorizedMetrics;
  @Nullable Path metricsCertificates;
  boolean metricsLikeWebhooks;
  TlsPolicy metricsTls = TlsPolicy.DEFAULT;
  double requestsPerSecond;
  int requestBurst;
  final TreeMap<String, Endpoint> metricsEndpoints = new TreeMap<>();
  final TreeMap<String, Check> healthz = new TreeMap<>();
  final TreeMap<String, Check> readyz = new TreeMap<>();

  ManagerBuilder(Env env) {
    this.env = env;
  }

  /** The name of the program, for logs. */
  public ManagerBuilder name(String program) {
    this.name = program;
    return this;
  }

  /** The wording of log lines about controllers; that of controller-runtime by default. */
  public ManagerBuilder controllerLog(ControllerLog log) {
    this.controllerLog = log;
    return this;
  }

  /** The host name of this replica, for events. */
  public ManagerBuilder host(String replica) {
    this.host = replica;
    return this;
  }

  /**
   * The User-Agent header. The API server uses the part before the slash as the field manager of
   * writes that do not set one.
   */
  public ManagerBuilder userAgent(String value) {
    this.userAgent = value;
    return this;
  }

  /** The host and port of the API server in metrics. */
  public ManagerBuilder server(String address) {
    this.server = address;
    return this;
  }

  /** The default number of workers of a controller; 1 by default. */
  public ManagerBuilder workers(int count) {
    this.workers = count;
    return this;
  }

  /**
   * The default number of workers for the controllers of a kind.
   *
   * @param kind {@code TrainJob.trainer.kubeflow.org}, or {@code Pod} for the core group
   */
  public ManagerBuilder workers(String kind, int count) {
    this.workersByKind.put(kind, count);
    return this;
  }

  /**
   * Graceful shutdown timeout for running reconciles; 30 s by default. Zero does not wait, a
   * negative value waits indefinitely.
   */
  public ManagerBuilder grace(Duration atMost) {
    this.grace = atMost;
    return this;
  }

  /** Runs controllers only while this replica holds a lease. */
  public ManagerBuilder leaderElection(Consumer<ElectionOptions> settings) {
    var options = new ElectionOptions();
    settings.accept(options);
    this.election = options;
    return this;
  }

  /**
   * The number of shards into which the keys of sharded controllers (see {@link
   * io.coxswain.runtime.controller.ControllerBuilder#sharded}) are divided; 1 by default. With more
   * than one, these controllers run on every replica, for the shards whose leases it holds; other
   * controllers run on the leader. All replicas must have the same number. Requires leader
   * election.
   */
  public ManagerBuilder shards(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("shards must be greater than zero");
    }
    this.shards = count;
    return this;
  }

  /**
   * Runs the controllers of a group (see {@link
   * io.coxswain.runtime.controller.ControllerBuilder#leaderGroup}) while this replica holds the
   * group's own lease.
   */
  public ManagerBuilder leaderElection(String group, Consumer<ElectionOptions> settings) {
    var options = new ElectionOptions();
    settings.accept(options);
    this.leaderGroups.put(group, options);
    return this;
  }

  /**
   * The address of {@code /healthz} and {@code /readyz}; not served by default.
   *
   * @param address {@code :8081}, {@code 127.0.0.1:8081}, or a port for the loopback interface;
   *     empty or {@code 0} to disable
   */
  public ManagerBuilder health(String address) {
    this.healthAddress = address.equals("0") ? "" : address;
    return this;
  }

  /** Alternative paths for {@code /healthz} and {@code /readyz}. */
  public ManagerBuilder healthPaths(String liveness, String readiness) {
    this.livenessPath = "/" + liveness;
    this.readinessPath = "/" + readiness;
    return this;
  }

  public ManagerBuilder healthz(String checkName, Check check) {
    healthz.put(checkName, check);
    return this;
  }

  public ManagerBuilder readyz(String checkName, Check check) {
    readyz.put(checkName, check);
    return this;
  }

  /**
   * Fills the caches and queues of controllers before this replica leads, so that they start
   * immediately when it does. A standby then needs as much memory as a leader.
   */
  public ManagerBuilder warm() {
    this.warm = true;
    return this;
  }

  /** The address of {@code /metrics}, as for {@link #health}; not served by default. */
  public ManagerBuilder metrics(String address) {
    this.metricsAddress = address.equals("0") ? "" : address;
    return this;
  }

  /** Serves metrics over TLS with a self-signed certificate. */
  public ManagerBuilder secureMetrics() {
    this.secureMetrics = true;
    return this;
  }

  /**
   * Serves metrics over TLS, with the certificate in the directory or, if there is none, a
   * self-signed one.
   */
  public ManagerBuilder secureMetrics(Path certificates) {
    this.secureMetrics = true;
    this.metricsCertificates = certificates;
    return this;
  }

  /**
   * Serves metrics over TLS with the certificate of the webhooks; connections fail until there is
   * one.
   */
  public ManagerBuilder secureMetricsLikeWebhooks() {
    this.secureMetrics = true;
    this.metricsLikeWebhooks = true;
    return this;
  }

  /** The TLS settings for metrics; the JDK's defaults by default. */
  public ManagerBuilder metricsTls(TlsPolicy policy) {
    this.metricsTls = policy;
    return this;
  }

  /** Requires authentication and authorization by the API server for metrics. */
  public ManagerBuilder authorizedMetrics() {
    this.authorizedMetrics = true;
    return this;
  }

  /** Adds an endpoint to the metrics server, with the same authorization. */
  public ManagerBuilder metricsEndpoint(String path, Endpoint endpoint) {
    if (path.equals("/metrics") || metricsEndpoints.putIfAbsent(path, endpoint) != null) {
      throw new IllegalArgumentException("can't register extra handler on " + path);
    }
    return this;
  }

  /**
   * The address of {@code /debug/controllers/<name>/<key>}, which shows why a key was enqueued. By
   * default it is served next to the metrics if these are authorized, and nowhere otherwise.
   */
  public ManagerBuilder debug(String address) {
    this.debugAddress = address.equals("0") ? "" : address;
    return this;
  }

  /** The rate limit for requests to the server; unlimited by default. */
  public ManagerBuilder requestLimit(double perSecond, int burst) {
    this.requestsPerSecond = perSecond;
    this.requestBurst = burst;
    return this;
  }

  /** The naming scheme of the metrics; that of controller-runtime by default. */
  public ManagerBuilder metrics(MetricNaming names) {
    requireNoMetrics();
    this.flavour = names;
    return this;
  }

  /** Adds metrics for the latency and size of requests. */
  public ManagerBuilder requestMetrics() {
    requireNoMetrics();
    this.detailedMetrics = true;
    return this;
  }

  private void requireNoMetrics() {
    if (metrics != null) {
      throw new IllegalStateException("the metric naming must be set before metrics are used");
    }
  }

  /** The registry for the program's own metrics. */
  public Metrics metrics() {
    if (metrics == null) {
      metrics = new Metrics(flavour, detailedMetrics);
    }
    return metrics;
  }

  /** The cache settings. */
  public ManagerBuilder cache(Consumer<CacheOptions> settings) {
    settings.accept(cache);
    return this;
  }

  /** Always reads objects of the kind from the server. */
  public ManagerBuilder liveReads(Class<? extends HasMetadata> type) {
    liveReads.add(ResourceType.of(type));
    return this;
  }

  /** The settings of the webhook server. */
  public ManagerBuilder webhooks(Consumer<WebhookOptions> settings) {
    settings.accept(webhooks);
    return this;
  }

  public Manager build() {
    return new GroupedManager(this);
  }
}
