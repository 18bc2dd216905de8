package io.coxswain.runtime.manager;

import io.coxswain.api.ResourceType;
import io.coxswain.env.Env;
import io.coxswain.runtime.cache.CacheOptions;
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

/** Says how a manager is to run; {@link #build} makes it. */
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
  String host = "localhost";
  String userAgent = "coxswain/dev";
  String server = "kubernetes";
  int workers = 1;
  Duration grace = Duration.ofSeconds(30);
  @Nullable ElectionOptions election;
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

  /** For logs. */
  public ManagerBuilder name(String program) {
    this.name = program;
    return this;
  }

  /** What people know this replica by; stands in events. */
  public ManagerBuilder host(String replica) {
    this.host = replica;
    return this;
  }

  /**
   * What the server is told of who asks. It takes the part before the slash for the field manager
   * of writes that name none.
   */
  public ManagerBuilder userAgent(String value) {
    this.userAgent = value;
    return this;
  }

  /** What metrics call the API server: host and port, where they are known. */
  public ManagerBuilder server(String address) {
    this.server = address;
    return this;
  }

  /** How many workers a controller has that says nothing itself; 1 unless said. */
  public ManagerBuilder workers(int count) {
    this.workers = count;
    return this;
  }

  /**
   * How many workers the controllers of a kind have that say nothing themselves.
   *
   * @param kind {@code TrainJob.trainer.kubeflow.org}, or {@code Pod} for the core group
   */
  public ManagerBuilder workers(String kind, int count) {
    this.workersByKind.put(kind, count);
    return this;
  }

  /**
   * How long passes under way may take to end when the manager stops; 30 s unless said. Zero waits
   * for nobody, a negative time for ever.
   */
  public ManagerBuilder grace(Duration atMost) {
    this.grace = atMost;
    return this;
  }

  /** Runs controllers only while this replica holds a lease. */
  public ManagerBuilder leaderElection(Consumer<ElectionOptions> how) {
    var options = new ElectionOptions();
    how.accept(options);
    this.election = options;
    return this;
  }

  /**
   * Lets the controllers of a group (see {@link
   * io.coxswain.runtime.controller.ControllerBuilder#leaderGroup}) run while this replica holds a
   * lease of their own.
   */
  public ManagerBuilder leaderElection(String group, Consumer<ElectionOptions> how) {
    var options = new ElectionOptions();
    how.accept(options);
    this.leaderGroups.put(group, options);
    return this;
  }

  /**
   * Where {@code /healthz} and {@code /readyz} are served; nowhere unless said.
   *
   * @param address {@code :8081}, {@code 127.0.0.1:8081}, a port alone for the loopback interface;
   *     empty or {@code 0} for nowhere
   */
  public ManagerBuilder health(String address) {
    this.healthAddress = address.equals("0") ? "" : address;
    return this;
  }

  /** Other names for {@code /healthz} and {@code /readyz}. */
  public ManagerBuilder healthPaths(String liveness, String readiness) {
    this.livenessPath = "/" + liveness;
    this.readinessPath = "/" + readiness;
    return this;
  }

  public ManagerBuilder healthz(String check, Check how) {
    healthz.put(check, how);
    return this;
  }

  public ManagerBuilder readyz(String check, Check how) {
    readyz.put(check, how);
    return this;
  }

  /**
   * Fills the caches and queues of controllers before this replica leads, so that they begin at
   * once when it does. Costs a standby the memory of a leader.
   */
  public ManagerBuilder warm() {
    this.warm = true;
    return this;
  }

  /** Where {@code /metrics} is served, as for {@link #health}; nowhere unless said. */
  public ManagerBuilder metrics(String address) {
    this.metricsAddress = address.equals("0") ? "" : address;
    return this;
  }

  /** Serves metrics over TLS with a certificate made for the occasion. */
  public ManagerBuilder secureMetrics() {
    this.secureMetrics = true;
    return this;
  }

  /**
   * Serves metrics over TLS, with the certificate in the folder or, if there is none, one made for
   * the occasion.
   */
  public ManagerBuilder secureMetrics(Path certificates) {
    this.secureMetrics = true;
    this.metricsCertificates = certificates;
    return this;
  }

  /**
   * Serves metrics over TLS with the certificate that webhooks are served with; before there is
   * one, connections fail.
   */
  public ManagerBuilder secureMetricsLikeWebhooks() {
    this.secureMetrics = true;
    this.metricsLikeWebhooks = true;
    return this;
  }

  /** Which TLS metrics are served with; that of the JDK unless said. */
  public ManagerBuilder metricsTls(TlsPolicy policy) {
    this.metricsTls = policy;
    return this;
  }

  /** Shows metrics only to those whom the API server knows and allows to read the path. */
  public ManagerBuilder authorizedMetrics() {
    this.authorizedMetrics = true;
    return this;
  }

  /** Serves something else beside the metrics, to the same readers. */
  public ManagerBuilder metricsEndpoint(String path, Endpoint endpoint) {
    if (path.equals("/metrics") || metricsEndpoints.putIfAbsent(path, endpoint) != null) {
      throw new IllegalArgumentException("can't register extra handler on " + path);
    }
    return this;
  }

  /**
   * Where {@code /debug/controllers/<name>/<key>} says why a key was last looked at; nowhere unless
   * said.
   */
  public ManagerBuilder debug(String address) {
    this.debugAddress = address.equals("0") ? "" : address;
    return this;
  }

  /** Holds requests to the server back; unlimited unless said. */
  public ManagerBuilder requestLimit(double perSecond, int burst) {
    this.requestsPerSecond = perSecond;
    this.requestBurst = burst;
    return this;
  }

  /** Whose names the metrics bear; those of controller-runtime unless said. */
  public ManagerBuilder metrics(MetricNaming names) {
    requireNoMetrics();
    this.flavour = names;
    return this;
  }

  /** Also shows how long requests take and how large they are. */
  public ManagerBuilder requestMetrics() {
    requireNoMetrics();
    this.detailedMetrics = true;
    return this;
  }

  private void requireNoMetrics() {
    if (metrics != null) {
      throw new IllegalStateException("metrics are in use already; choose them first");
    }
  }

  /** Where programs register metrics of their own. */
  public Metrics metrics() {
    if (metrics == null) {
      metrics = new Metrics(flavour, detailedMetrics);
    }
    return metrics;
  }

  /** What is cached, and how. */
  public ManagerBuilder cache(Consumer<CacheOptions> how) {
    how.accept(cache);
    return this;
  }

  /** Reads objects of the kind from the server, always. */
  public ManagerBuilder liveReads(Class<? extends HasMetadata> type) {
    liveReads.add(ResourceType.of(type));
    return this;
  }

  /** Where webhooks are served, should there be any. */
  public ManagerBuilder webhooks(Consumer<WebhookOptions> how) {
    how.accept(webhooks);
    return this;
  }

  public Manager build() {
    return new GroupedManager(this);
  }
}
