package io.coxswain.apiserver.flow;

import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.auth.User;
import io.coxswain.apiserver.kinds.KindRegistry;
import io.coxswain.apiserver.rest.RequestInfo;
import io.coxswain.apiserver.rest.Responses;
import io.coxswain.apiserver.store.Snapshot;
import io.coxswain.apiserver.store.SortedTree;
import io.coxswain.apiserver.store.Stored;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.Env;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Classifies requests and lets them wait for seats. Thread-safe; a request waits on its own task.
 */
public final class FlowControl {
  private static final String LEVELS = "prioritylevelconfigurations.flowcontrol.apiserver.k8s.io";
  private static final String SCHEMAS = "flowschemas.flowcontrol.apiserver.k8s.io";
  private static final String CATCH_ALL = "catch-all";

  private static final Set<String> READS = Set.of("get", "list", "watch");

  /** A quarter of the time of a request. */
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  private static final long PERIOD_NANOS = Duration.ofSeconds(10).toNanos();
  private static final double SMOOTHING = 0.977;

  private final Env env;
  private final Supplier<Snapshot> head;
  private final int seats;
  private final RequestTimings requests;
  private final FlowMetrics metrics;
  private final WorkEstimate estimate;
  private final ReentrantLock lock = new ReentrantLock();
  private volatile Configuration configuration;
  private volatile long adjustedAt;

  /**
   * The parsed configuration.
   *
   * @param schemas in the order in which they are tried
   */
  private record Configuration(
      SortedTree<ObjectKey, Stored> levelObjects,
      SortedTree<ObjectKey, Stored> schemaObjects,
      List<FlowSchema> schemas,
      SortedMap<String, PriorityLevel> levels) {}

  /**
   * @param seats of all levels together
   */
  public FlowControl(
      Env env,
      KindRegistry kinds,
      Supplier<Snapshot> head,
      int seats,
      PrometheusRegistry registry) {
    this.env = env;
    this.head = head;
    this.seats = seats;
    this.requests = new RequestTimings(env.clock().nanos());
    this.metrics =
        new FlowMetrics(
            registry,
            () -> configuration().levels.values(),
            () -> requests.snapshots(env.clock().nanos()));
    this.estimate = new WorkEstimate(kinds, env.clock());
    this.adjustedAt = env.clock().nanos();
    this.configuration =
        new Configuration(
            SortedTree.empty(), SortedTree.empty(), List.of(), Collections.emptySortedMap());
  }

  private Configuration configuration() {
    return configuration;
  }

  /**
   * Waits until the request may be executed.
   *
   * @param ticket holds the seats until it is closed
   * @return the response if the request is rejected
   */
  public Optional<ApiResponse> admit(
      FlowTicket ticket, RequestInfo info, ApiRequest request, User user) {
    if (info.isLongRunning(request) && !info.verb().equals("watch")) {
      return Optional.empty();
    }
    Snapshot snapshot = head.get();
    Configuration current = current(snapshot);
    adjust(current);
    FlowSchema schema = classify(current.schemas, info, request.path(), user);
    PriorityLevel level = schema == null ? null : current.levels.get(schema.level());
    if (schema == null || level == null) {
      return Optional.empty(); // a server that is just starting
    }
    ticket.classified(schema, level.config());
    ticket.watch = info.verb().equals("watch");
    ticket.write = !READS.contains(info.verb());
    FlowSeries series = schema.series();
    ticket.work = estimate.of(info, request, snapshot, level.maxSeats(), series::watched);
    series.estimated(ticket.work.maxSeats());
    long began = env.clock().nanos();
    String problem =
        level.enter(ticket, series, hash(schema, level.config(), info, user), PATIENCE);
    double waited = (env.clock().nanos() - began) / 1e9;
    if (problem == null) {
      if (!level.config().exempt()) {
        series.waited(waited);
      }
      return Optional.empty();
    }
    series.rejected(problem, waited);
    return Optional.of(rejection(level.rejected()));
  }

  private static ApiResponse rejection(long retryAfter) {
    ApiResponse text =
        Responses.unsniffed(Responses.text(429, "Too many requests, please try again later.\n"));
    var headers = new TreeMap<>(text.headers());
    headers.put("retry-after", List.of(Long.toString(retryAfter)));
    return new ApiResponse(429, headers, text.body());
  }

  /** Gives the seats of a watch back and counts it as open until the ticket is closed. */
  public void watching(FlowTicket ticket, RequestInfo info) {
    ticket.watching(estimate.watching(info));
  }

  private static long hash(FlowSchema schema, LevelConfig level, RequestInfo info, User user) {
    if (level.queues() <= 1) {
      return 0;
    }
    String flow =
        switch (schema.distinguisher()) {
          case NONE -> "";
          case BY_USER -> user.name();
          case BY_NAMESPACE -> info.namespace();
        };
    byte[] digest = sha256().digest((schema.name() + "\0" + flow).getBytes(StandardCharsets.UTF_8));
    long hash = 0;
    for (int i = 7; i >= 0; i--) {
      hash = hash << 8 | (digest[i] & 0xff);
    }
    return hash;
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private Configuration current(Snapshot snapshot) {
    Configuration known = configuration;
    var levels = snapshot.collection(LEVELS);
    var schemas = snapshot.collection(SCHEMAS);
    if (known.levelObjects == levels && known.schemaObjects == schemas) {
      return known;
    }
    lock.lock();
    try {
      Configuration fresh = read(configuration, levels, schemas);
      configuration = fresh;
      return fresh;
    } finally {
      lock.unlock();
    }
  }

  private Configuration read(
      Configuration before,
      SortedTree<ObjectKey, Stored> levelObjects,
      SortedTree<ObjectKey, Stored> schemaObjects) {
    Map<String, LevelConfig> configs = new LinkedHashMap<>();
    double shares = 0;
    int maxWaiting = 0;
    int maxExecuting = 0;
    for (Stored stored : levelObjects.values()) {
      LevelConfig config = LevelConfig.of(stored);
      configs.put(config.name(), config);
      shares += config.shares();
    }
    var levels = new TreeMap<String, PriorityLevel>();
    for (LevelConfig config : configs.values()) {
      PriorityLevel level = before.levels.get(config.name());
      level = level == null ? new PriorityLevel(env, config, requests) : level;
      int nominal = shares == 0 ? 0 : (int) Math.ceil(seats * config.shares() / shares);
      int lent = (int) Math.round(nominal * config.lendablePercent() / 100.0);
      int borrowed =
          config.borrowingPercent() < 0
              ? seats
              : (int) Math.round(nominal * config.borrowingPercent() / 100.0);
      level.configure(config, nominal, nominal - lent, nominal + borrowed);
      metrics.configured(config.name(), nominal, nominal - lent, nominal + borrowed);
      levels.put(config.name(), level);
      maxExecuting += nominal;
      maxWaiting += config.queues() * config.queueLength();
    }
    requests.relateTo(Math.max(1, maxExecuting), Math.max(1, maxWaiting), env.clock().nanos());
    List<FlowSchema> schemas = new ArrayList<>();
    for (Stored stored : schemaObjects.values()) {
      FlowSchema schema = FlowSchema.of(stored, metrics);
      if (levels.containsKey(schema.level())) {
        schemas.add(schema);
      }
    }
    schemas.sort(FlowSchema.ORDER);
    forget(before, levels, schemas);
    var fresh =
        new Configuration(
            levelObjects,
            schemaObjects,
            List.copyOf(schemas),
            Collections.unmodifiableSortedMap(levels));
    adjustLimits(fresh);
    return fresh;
  }

  private void forget(
      Configuration before, Map<String, PriorityLevel> levels, List<FlowSchema> schemas) {
    for (String level : before.levels.keySet()) {
      if (!levels.containsKey(level)) {
        metrics.forget(level);
      }
    }
    for (FlowSchema schema : before.schemas) {
      boolean kept =
          schemas.stream()
              .anyMatch(s -> s.name().equals(schema.name()) && s.level().equals(schema.level()));
      if (!kept) {
        metrics.forget(schema);
      }
    }
  }

  private static @Nullable FlowSchema classify(
      List<FlowSchema> schemas, RequestInfo info, String path, User user) {
    FlowSchema last = null;
    for (FlowSchema schema : schemas) {
      if (schema.matches(info, path, user)) {
        return schema;
      }
      if (schema.name().equals(CATCH_ALL)) {
        last = schema;
      }
    }
    return last;
  }

  /** Lends seats between levels, if that was last done ten seconds ago. */
  private void adjust(Configuration current) {
    if (env.clock().nanos() - adjustedAt < PERIOD_NANOS || !lock.tryLock()) {
      return;
    }
    try {
      if (env.clock().nanos() - adjustedAt >= PERIOD_NANOS) {
        adjustLimits(current);
      }
    } finally {
      lock.unlock();
    }
  }

  private void adjustLimits(Configuration current) {
    adjustedAt = env.clock().nanos();
    List<PriorityLevel> limited = new ArrayList<>();
    List<SeatDemand.Observed> demands = new ArrayList<>();
    List<Borrowing.Claim> claims = new ArrayList<>();
    double rest = 0;
    double leastSum = 0;
    double usedSum = 0;
    for (PriorityLevel level : current.levels.values()) {
      rest += level.nominal();
    }
    for (PriorityLevel level : current.levels.values()) {
      SeatDemand.Observed demand = level.observe(SMOOTHING);
      if (level.config().exempt()) {
        int used = (int) Math.max(level.least(), Math.round(demand.max()));
        rest -= used;
        metrics.adjusted(level.config().name(), demand, used, used);
        relateMetrics(level, used);
      } else {
        double least = Math.max(level.least(), Math.min(level.nominal(), Math.round(demand.max())));
        limited.add(level);
        demands.add(demand);
        claims.add(new Borrowing.Claim(least, level.most(), Math.max(least, demand.smoothed())));
        leastSum += level.least();
        usedSum += least;
      }
    }
    double fraction = rest <= usedSum ? 0 : Borrowing.fraction(rest, claims);
    metrics.fairFraction(fraction);
    for (int i = 0; i < limited.size(); i++) {
      PriorityLevel level = limited.get(i);
      Borrowing.Claim claim = claims.get(i);
      double part =
          usedSum == leastSum ? 0 : Math.clamp((rest - leastSum) / (usedSum - leastSum), 0.0, 1.0);
      double limit =
          rest <= usedSum
              ? level.least() + (claim.least() - level.least()) * part
              : claim.at(fraction);
      level.limit((int) Math.round(limit));
      metrics.adjusted(
          level.config().name(), demands.get(i), claim.wanted(), (int) Math.round(limit));
      relateMetrics(level, (int) Math.round(limit));
    }
  }

  private void relateMetrics(PriorityLevel level, int limit) {
    level.relateMetricsTo(limit > 0 ? limit : (int) Math.max(1, Math.round(seats / 10.0)));
  }

  /** The state of the levels as a table, for {@code /debug/api_priority_and_fairness}. */
  public String describeLevels() {
    var text =
        new StringBuilder(
            "PriorityLevelName, ActiveQueues, IsIdle, IsQuiescing, WaitingRequests,"
                + " ExecutingRequests, SeatsInUse, CurrentLimit\n");
    for (PriorityLevel level : current(head.get()).levels.values()) {
      text.append(level.describe()).append('\n');
    }
    return text.toString();
  }
}
