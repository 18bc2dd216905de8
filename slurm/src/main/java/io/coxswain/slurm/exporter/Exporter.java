package io.coxswain.slurm.exporter;

import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.Task;
import io.coxswain.runtime.http.Endpoint;
import io.coxswain.runtime.http.EndpointResponse;
import io.coxswain.runtime.http.EndpointServer;
import io.coxswain.slurm.client.SlurmClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Queries Slurm periodically and serves the results. Runs until stopped; stopping takes at most
 * five seconds, even if Slurm does not respond.
 */
public final class Exporter {
  private static final Logger log = LoggerFactory.getLogger("soperator-exporter");
  private static final Duration MAX_STOP = Duration.ofSeconds(3);
  private static final Duration MAX_SEARCH = Duration.ofMinutes(1);

  private final Env env;
  private final Plan plan;
  private final List<SubCollector> collectors;
  private final SelfMetrics self = new SelfMetrics();
  private final Bell bell;
  private final AtomicBoolean stopped = new AtomicBoolean();
  private final ReentrantLock lock = new ReentrantLock();
  private final List<Task> runs = new ArrayList<>();
  private final AtomicInteger lastPage = new AtomicInteger();
  private volatile Snapshot snapshot;
  private volatile int metricsPort = -1;
  private volatile int monitoringPort = -1;

  /**
   * What to do.
   *
   * @param metricsAddress empty or {@code 0} to serve nothing there
   * @param inflight how many runs of one collector may overlap
   */
  record Plan(
      String metricsAddress,
      String monitoringAddress,
      Duration interval,
      int inflight,
      JobSource jobs,
      Optional<NodeTopologyCache> places) {}

  Exporter(Env env, Plan plan, SlurmClient slurm) {
    this.env = env;
    this.plan = plan;
    this.bell = env.tasks().newBell();
    this.snapshot = Snapshot.empty(env.clock().now());
    var all = new ArrayList<SubCollector>();
    all.add(new SubCollector("nodes", () -> nodes(slurm)));
    all.add(new SubCollector("jobs", () -> jobs(slurm)));
    all.add(new SubCollector("diag", () -> diag(slurm)));
    plan.places.ifPresent(places -> all.add(new SubCollector("topology", () -> places(places))));
    this.collectors = List.copyOf(all);
  }

  private static SubCollector.Change nodes(SlurmClient slurm) throws Exception {
    var nodes = slurm.nodes();
    return (before, now) -> before.withNodes(nodes, now);
  }

  private SubCollector.Change jobs(SlurmClient slurm) throws Exception {
    var jobs = plan.jobs.jobs(slurm, env.clock().now());
    return (before, now) -> before.withJobs(jobs);
  }

  private static SubCollector.Change diag(SlurmClient slurm) throws Exception {
    var diag = slurm.diag();
    return (before, now) -> before.withDiag(diag);
  }

  /** A cache that does not sync must not block the collector indefinitely. */
  private SubCollector.Change places(NodeTopologyCache places) throws Exception {
    var found = new AtomicReference<@Nullable SortedMap<String, NodePlace>>();
    Task search = env.tasks().spawn("find places", () -> found.set(places.find()));
    try {
      if (!search.join(MAX_SEARCH)) {
        throw new IOException(
            "Kubernetes topology cache not synced within " + MAX_SEARCH.toSeconds() + " s");
      }
    } finally {
      search.cancel();
    }
    if (search.failure().isPresent()) {
      throw search.failure().get();
    }
    SortedMap<String, NodePlace> seen = found.get();
    return (before, now) -> seen == null ? before : before.withPlaces(seen);
  }

  /**
   * Serves and collects until {@link #stop}.
   *
   * @throws IOException when an address cannot be listened on
   */
  public void run() throws IOException, CancelledException {
    try (var _ = serve(plan.metricsAddress, this::metricsServer);
        var _ = serve(plan.monitoringAddress, this::monitoringServer)) {
      log.atInfo()
          .addKeyValue("interval", plan.interval)
          .addKeyValue("max_collector_inflight", plan.inflight)
          .log("Starting metrics collection loop");
      plan.places.ifPresent(NodeTopologyCache::begin);
      collect();
      endRuns();
      plan.places.ifPresent(NodeTopologyCache::end);
    }
    log.info("Metrics exporter stopped gracefully");
  }

  /** Ends {@link #run}. May be called from any task, more than once. */
  public void stop() {
    stopped.set(true);
    bell.ring();
  }

  /** Where metrics are served; -1 while they are not. */
  public int metricsPort() {
    return metricsPort;
  }

  /** Where the exporter's own metrics are served; -1 while they are not. */
  public int monitoringPort() {
    return monitoringPort;
  }

  // ---- collecting

  /** At once and then in every interval, however long the runs take. */
  private void collect() throws CancelledException {
    Instant next = env.clock().now();
    while (!stopped.get()) {
      startRound();
      next = next.plus(plan.interval);
      long seen = bell.rings();
      while (!stopped.get() && env.clock().now().isBefore(next)) {
        bell.await(seen, Duration.between(env.clock().now(), next));
        seen = bell.rings();
      }
      Instant now = env.clock().now();
      if (Duration.between(next, now).compareTo(plan.interval) > 0) {
        next = now; // the machine slept: missed rounds are not made up for
      }
    }
  }

  private void startRound() {
    long begin = env.clock().nanos();
    var started = new ArrayList<Run>();
    for (SubCollector collector : collectors) {
      long number = collector.tryBegin(plan.inflight);
      if (number == 0) {
        self.skipped(collector.name());
        log.atInfo()
            .addKeyValue("collector", collector.name())
            .addKeyValue("max_inflight", plan.inflight)
            .log("Skipping sub-collector; too many runs in progress");
      } else {
        self.inflight(collector.name(), collector.inflight());
        started.add(new Run(collector, number));
      }
    }
    var round = new Round(begin, new AtomicInteger(started.size()), new AtomicBoolean());
    for (Run run : started) {
      remember(env.tasks().spawn("collect " + run.collector.name(), () -> perform(run, round)));
    }
  }

  private record Run(SubCollector collector, long number) {}

  private record Round(long begin, AtomicInteger left, AtomicBoolean failed) {}

  private void remember(Task task) {
    lock.lock();
    try {
      runs.removeIf(Task::isDone);
      runs.add(task);
    } finally {
      lock.unlock();
    }
  }

  private void perform(Run run, Round round) throws CancelledException {
    String name = run.collector.name();
    long begin = env.clock().nanos();
    boolean cancelled = true;
    try {
      SubCollector.Change change = run.collector.ask();
      store(run, change);
      cancelled = false;
    } catch (CancelledException e) {
      throw e; // we are told to stop, which is no fault of the collector
    } catch (Exception e) {
      cancelled = false;
      if (!stopped.get()) {
        round.failed.set(true);
        self.error(name);
        log.atError().addKeyValue("collector", name).setCause(e).log("Sub-collector failed");
      }
    } finally {
      self.inflight(name, run.collector.end());
      if (!cancelled) {
        self.run(name, seconds(begin));
        if (round.left.decrementAndGet() == 0) {
          self.round(seconds(round.begin), round.failed.get());
        }
      }
    }
  }

  private void store(Run run, SubCollector.Change change) {
    lock.lock();
    try {
      if (run.collector.isNewest(run.number)) {
        snapshot = change.apply(snapshot, env.clock().now());
      }
    } finally {
      lock.unlock();
    }
  }

  private double seconds(long begin) {
    return (env.clock().nanos() - begin) / 1e9;
  }

  private void endRuns() throws CancelledException {
    List<Task> left;
    lock.lock();
    try {
      left = List.copyOf(runs);
    } finally {
      lock.unlock();
    }
    left.forEach(Task::cancel);
    long end = env.clock().nanos() + MAX_STOP.toNanos();
    for (Task task : left) {
      var _ = task.join(Duration.ofNanos(Math.max(0, end - env.clock().nanos())));
    }
  }

  // ---- serving

  /** Starts a server. */
  @FunctionalInterface
  private interface Server {
    EndpointServer start(String address) throws IOException;
  }

  private static AutoCloseableServer serve(String address, Server server) throws IOException {
    if (address.isEmpty() || address.equals("0")) {
      return () -> {};
    }
    EndpointServer started = server.start(address);
    return started::close;
  }

  /** A server, or none. */
  private interface AutoCloseableServer extends AutoCloseable {
    @Override
    void close();
  }

  private EndpointServer metricsServer(String address) throws IOException {
    var endpoints = new TreeMap<String, Endpoint>();
    endpoints.put("/metrics", (path, query) -> page(metrics()));
    endpoints.put(
        "/health",
        (path, query) ->
            new EndpointResponse(
                200, "text/plain; charset=utf-8", "healthy".getBytes(StandardCharsets.UTF_8)));
    EndpointServer server = EndpointServer.start(address, endpoints);
    metricsPort = server.port();
    log.atInfo().addKeyValue("addr", address).log("Starting metrics server");
    return server;
  }

  private EndpointServer monitoringServer(String address) throws IOException {
    var endpoints = new TreeMap<String, Endpoint>();
    endpoints.put("/metrics", (path, query) -> page(monitoring()));
    EndpointServer server = EndpointServer.start(address, endpoints);
    monitoringPort = server.port();
    log.atInfo().addKeyValue("addr", address).log("Starting monitoring server");
    return server;
  }

  private static EndpointResponse page(byte[] body) {
    return new EndpointResponse(200, Exposition.CONTENT_TYPE, body);
  }

  /** The page of a scrape. */
  byte[] metrics() {
    Snapshot seen = snapshot;
    var page = new Exposition(lastPage.get() + lastPage.get() / 8);
    new NodeSeries(seen, page).write();
    new JobSeries(seen, env.clock().now(), page).write();
    seen.diag().ifPresent(diag -> new ControllerSeries(diag, page).write());
    lastPage.set(page.length());
    self.scraped(page.series());
    return page.bytes();
  }

  /** The page about the exporter itself. */
  byte[] monitoring() {
    return self.page();
  }
}
