package io.coxswain.runtime.manager;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.Task;
import io.coxswain.runtime.access.DelegatedAuthFilter;
import io.coxswain.runtime.cache.Cache;
import io.coxswain.runtime.cache.CacheOptions;
import io.coxswain.runtime.cache.Projection;
import io.coxswain.runtime.client.CachedClient;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.ControllerBuilder;
import io.coxswain.runtime.controller.Controllers;
import io.coxswain.runtime.controller.WorkerController;
import io.coxswain.runtime.election.ElectionOptions;
import io.coxswain.runtime.election.LeaseElection;
import io.coxswain.runtime.events.ActionRecorder;
import io.coxswain.runtime.events.Events;
import io.coxswain.runtime.events.Recorder;
import io.coxswain.runtime.events.SeriesEvents;
import io.coxswain.runtime.health.Check;
import io.coxswain.runtime.http.EndpointResponse;
import io.coxswain.runtime.metrics.Metrics;
import io.coxswain.runtime.metrics.WebhookMetrics;
import io.coxswain.runtime.rest.Rest;
import io.coxswain.runtime.webhook.WebhookServer;
import io.coxswain.runtime.webhook.Webhooks;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts in the order of {@link Manager.Stage}: servers, webhooks, caches, what runs on every
 * replica, what warms up and, once this replica leads, the rest. Stops what runs on every replica,
 * then the leader's part, then the caches they read from, the webhooks and the servers; then leases
 * are given up and the last events are sent.
 */
final class GroupedManager implements Manager {
  private static final Logger log = LoggerFactory.getLogger(Manager.class);
  private static final Duration FOR_EVER = Duration.ofDays(36_500);

  private final Env env;
  private final String name;
  private final boolean warm;
  private volatile Duration grace;
  private final Rest rest;
  private final Cache cache;
  private final Client client;
  private final Events events;
  private final SeriesEvents seriesEvents;
  private final Controllers controllers;
  private final WebhookMetrics webhookMetrics;
  private final Webhooks webhooks;
  private final WebhookServer webhookServer;
  private final Metrics metrics;
  private final ManagerBuilder how;
  private final List<Events> otherEvents = new CopyOnWriteArrayList<>();
  private final List<SeriesEvents> otherSeries = new CopyOnWriteArrayList<>();
  private final Servers servers;
  private final SortedMap<Stage, Group> stages = new TreeMap<>();
  private final SortedMap<String, WorkerController<?>> registered = new ConcurrentSkipListMap<>();
  private final List<Manager.Routine> caches = new CopyOnWriteArrayList<>();

  /** The leader's part, by the group that has a lease of its own; the empty name is the rest. */
  private final SortedMap<String, ElectedGroup> candidacies = new TreeMap<>();

  private final Bell changed;
  private final ReentrantLock lock = new ReentrantLock();
  private boolean started;
  private boolean stopRequested;
  private boolean servesWebhooks;
  private @Nullable ManagerException failure;

  GroupedManager(ManagerBuilder how) {
    this.env = how.env;
    this.name = how.name;
    this.warm = how.warm;
    this.grace = how.grace;
    this.how = how;
    this.metrics = how.metrics();
    var unlimited = new Rest(env, how.userAgent, metrics.client(how.server));
    this.rest =
        how.requestsPerSecond > 0
            ? unlimited.limited(how.requestsPerSecond, how.requestBurst)
            : unlimited;
    this.cache =
        new Cache(env, rest, how.cache, metrics.caches(how.name), e -> failed(how.name, e));
    this.client = new CachedClient(rest, cache, how.liveReads);
    this.events = new Events(env, rest);
    this.seriesEvents = new SeriesEvents(env, rest, how.host);
    this.controllers = controllers(controller -> register(controller, runner -> runner));
    this.webhookMetrics = metrics.webhooks(env.clock());
    this.webhooks = new Webhooks(webhookMetrics);
    this.webhookServer = new WebhookServer(env, webhooks, how.webhooks, webhookMetrics);
    this.servers =
        new Servers(
            how, webhookServer, webhookMetrics, new DelegatedAuthFilter(env, rest), this::why);
    this.changed = env.tasks().newBell();
    for (Stage stage : Stage.values()) {
      stages.put(stage, new Group(env.tasks(), env.clock(), this::failed));
    }
    candidacies.put(
        "",
        new ElectedGroup(
            how.election == null ? null : election(how, how.election, unlimited),
            stage(Stage.LEADER)));
    how.leaderGroups.forEach(
        (group, options) ->
            candidacies.put(
                group,
                new ElectedGroup(
                    election(how, options, unlimited),
                    new Group(env.tasks(), env.clock(), this::failed))));
  }

  private Controllers controllers(Consumer<WorkerController<?>> registry) {
    return new Controllers(
        env,
        cache,
        client,
        metrics,
        kind -> how.workersByKind.getOrDefault(kind, how.workers),
        registry);
  }

  @Override
  public ManagerView as(ClientIdentity persona) {
    Env theirs = env.withApi(persona.api());
    var unlimited = new Rest(theirs, persona.userAgent(), metrics.client(how.server));
    Rest own =
        persona.requestsPerSecond() > 0
            ? unlimited.limited(persona.requestsPerSecond(), persona.requestBurst())
            : unlimited;
    var ownEvents = new Events(theirs, own);
    var ownSeries = new SeriesEvents(theirs, own, how.host);
    otherEvents.add(ownEvents);
    otherSeries.add(ownSeries);
    return new ClientIdentityManager(
        this,
        persona,
        theirs,
        new CachedClient(own, cache, how.liveReads),
        ownEvents,
        ownSeries,
        this::controllers);
  }

  private Group stage(Stage stage) {
    return java.util.Objects.requireNonNull(stages.get(stage));
  }

  private LeaseElection election(ManagerBuilder how, ElectionOptions options, Rest rest) {
    Metrics metrics = how.metrics();
    return new LeaseElection(
        env,
        new CachedClient(rest.suffixed("leader-election"), cache),
        options,
        events::recorder,
        leading -> metrics.leads(options.id(), leading),
        () -> metrics.tookSlowPath(options.id()));
  }

  @Override
  public Env env() {
    return env;
  }

  @Override
  public Client client() {
    return client;
  }

  @Override
  public Recorder recorder(String component) {
    return events.recorder(component);
  }

  @Override
  public ActionRecorder actionRecorder(String controller) {
    return seriesEvents.recorder(controller);
  }

  @Override
  public Cache newCache(Consumer<CacheOptions> how) {
    var options = new CacheOptions();
    how.accept(options);
    var own = new Cache(env, rest, options, null, e -> failed(name, e));
    stage(Stage.CACHES).add(runner("cache", () -> keep(own)));
    return own;
  }

  private void keep(Cache own) throws CancelledException {
    Bell never = env.tasks().newBell();
    own.start();
    try {
      never.await(never.rings());
    } finally {
      own.stop();
    }
  }

  @Override
  public <T extends HasMetadata> void index(
      Class<T> type, String indexName, Function<T, Collection<String>> values) {
    cache
        .kind(ResourceType.of(type), Projection.FULL)
        .addIndex(indexName, entry -> entry.decode(type).map(values).orElse(List.of()));
  }

  @Override
  public ControllerBuilder<ObjectKey> controller(String controllerName) {
    return controllerBy(ObjectKey.class, controllerName);
  }

  @Override
  public <K> ControllerBuilder<K> controllerBy(Class<K> keyType, String controllerName) {
    return controllers.declare(keyType, controllerName);
  }

  @Override
  public Webhooks webhooks() {
    lock.lock();
    try {
      if (servesWebhooks) {
        return webhooks;
      }
      servesWebhooks = true;
    } finally {
      lock.unlock();
    }
    stage(Stage.WEBHOOKS).add(runner("webhooks", webhookServer::run));
    return webhooks;
  }

  @Override
  public WebhookServer webhookServer() {
    return webhookServer;
  }

  @Override
  public void healthz(String check, Check how) {
    requireNotStarted();
    servers.healthz(check, how);
  }

  @Override
  public void readyz(String check, Check how) {
    requireNotStarted();
    servers.readyz(check, how);
  }

  private void requireNotStarted() {
    lock.lock();
    try {
      if (started) {
        throw new IllegalStateException(
            "unable to add new checker because healthz endpoint has already been created");
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean isElected() {
    return candidacy("").isLeading();
  }

  @Override
  public void add(Routine routine) {
    add(routine, runner -> runner);
  }

  void add(Routine routine, UnaryOperator<Runner> wrapping) {
    if (routine.stage() == Stage.CACHES) {
      caches.add(routine);
    }
    stage(routine.stage()).add(wrapping.apply(runner("routine", routine::run)));
  }

  private interface Work {
    void run() throws Exception;
  }

  private static Runner runner(String name, Work work) {
    return new Runner() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public void run() throws Exception {
        work.run();
      }
    };
  }

  /** Answers {@code /debug/controllers/<name>/<key>}. */
  private EndpointResponse why(String path, Map<String, List<String>> query) {
    String below = path.substring("/debug/controllers".length());
    String[] parts = (below.startsWith("/") ? below.substring(1) : below).split("/", 2);
    if (parts[0].isEmpty()) {
      return EndpointResponse.text(200, String.join("\n", registered.keySet()) + "\n");
    }
    WorkerController<?> controller = registered.get(parts[0]);
    if (controller == null) {
      return EndpointResponse.text(404, "there is no controller " + parts[0] + "\n");
    }
    List<String> lines = controller.why(parts.length < 2 ? "" : parts[1]);
    return lines.isEmpty()
        ? EndpointResponse.text(404, "nothing is known of " + below + "\n")
        : EndpointResponse.text(200, String.join("\n", lines) + "\n");
  }

  @Override
  public int port(String address) {
    return servers.port(address);
  }

  /**
   * @param wrapping what the persona that it belongs to does about its start
   */
  void register(WorkerController<?> controller, UnaryOperator<Runner> wrapping) {
    registered.put(controller.name(), controller);
    if (warm || controller.warmsUp()) {
      stage(Stage.WARM_UP).add(runner(controller.name() + " warm-up", controller::warmUp));
    }
    Group group =
        controller.needsLeader()
            ? candidacy(controller.leaderGroup()).group()
            : stage(Stage.EVERYWHERE);
    group.add(
        wrapping.apply(
            new Runner() {
              @Override
              public String name() {
                return controller.name();
              }

              @Override
              public void run() {
                controller.run();
              }

              @Override
              public void stop(Task task) {
                controller.stop(task);
              }
            }));
  }

  private ElectedGroup candidacy(String group) {
    ElectedGroup candidacy = candidacies.get(group);
    if (candidacy == null) {
      throw new IllegalArgumentException("there is no lease for leader group \"" + group + "\"");
    }
    return candidacy;
  }

  // ---- running --------------------------------------------------------------------------------

  @Override
  public void run() throws ManagerException, CancelledException {
    lock.lock();
    try {
      if (started) {
        throw new IllegalStateException("manager already started");
      }
      started = true;
    } finally {
      lock.unlock();
    }
    log.info("{} starts", name);
    try {
      servers.start();
    } catch (IOException | RuntimeException e) {
      servers.stop();
      throw new ManagerException("failed to listen: " + e.getMessage(), e);
    }
    Consumer<Exception> taskDied = e -> failed(name, e);
    env.tasks().failures().listen(taskDied);
    Task starting = env.tasks().spawn(name + " start", this::start);
    try {
      awaitEnd();
      starting.cancel();
      stopAll();
    } finally {
      env.tasks().failures().forget(taskDied);
      starting.cancel();
      cancelAll();
    }
    log.info("{} stopped", name);
    if (failure != null) {
      throw failure;
    }
  }

  private void start() throws CancelledException {
    begin(Stage.SERVERS);
    begin(Stage.WEBHOOKS);
    if (servesWebhooks()) {
      webhookServer.awaitStarted();
    }
    begin(Stage.CACHES);
    cache.start();
    cache.awaitSynced();
    for (Routine routine : caches) {
      routine.awaitReady();
    }
    begin(Stage.EVERYWHERE);
    begin(Stage.WARM_UP);
    candidacies.values().forEach(candidacy -> candidacy.begin(env.tasks(), name, this::lost));
  }

  private void begin(Stage stage) throws CancelledException {
    stage(stage).start();
    stage(stage).awaitBegun();
  }

  private boolean servesWebhooks() {
    lock.lock();
    try {
      return servesWebhooks;
    } finally {
      lock.unlock();
    }
  }

  /** Whoever leads now must not meet us at work: nobody is waited for. */
  private void lost() {
    grace = Duration.ZERO;
    failed(name, new ManagerException("leader election lost"));
  }

  private void awaitEnd() throws CancelledException {
    while (true) {
      long seen = changed.rings();
      lock.lock();
      try {
        if (stopRequested || failure != null) {
          return;
        }
      } finally {
        lock.unlock();
      }
      changed.await(seen);
    }
  }

  private void stopAll() throws CancelledException {
    long deadline = env.clock().nanos() + grace().toNanos();
    candidacies.values().forEach(candidacy -> candidacy.group().refuse());
    stage(Stage.WARM_UP).cancel();
    var late = new ArrayList<>(stage(Stage.EVERYWHERE).stop(deadline));
    late.addAll(stage(Stage.WARM_UP).stop(deadline));
    for (ElectedGroup candidacy : candidacies.values()) {
      late.addAll(candidacy.group().stop(deadline));
    }
    for (Task task : cache.stop()) {
      task.join(left(deadline));
    }
    late.addAll(stage(Stage.CACHES).stop(deadline));
    late.addAll(stage(Stage.WEBHOOKS).stop(deadline));
    late.addAll(stage(Stage.SERVERS).stop(deadline));
    servers.stop();
    for (ElectedGroup candidacy : candidacies.values()) {
      candidacy.end(left(deadline));
    }
    events.close(left(deadline));
    seriesEvents.close(left(deadline));
    for (Events other : otherEvents) {
      other.close(left(deadline));
    }
    for (SeriesEvents other : otherSeries) {
      other.close(left(deadline));
    }
    if (!late.isEmpty() && !grace.isZero()) {
      failed(
          name,
          new ManagerException(
              "failed waiting for all runnables to end within grace period of "
                  + grace.toSeconds()
                  + "s: "
                  + String.join(", ", late)));
    }
  }

  private Duration grace() {
    return grace.isNegative() ? FOR_EVER : grace;
  }

  private Duration left(long deadlineNanos) {
    return Duration.ofNanos(Math.max(0, deadlineNanos - env.clock().nanos()));
  }

  private void cancelAll() {
    stages.values().forEach(Group::cancel);
    cache.stop();
    candidacies.values().forEach(ElectedGroup::cancel);
    events.cancel();
    seriesEvents.cancel();
    otherEvents.forEach(Events::cancel);
    otherSeries.forEach(SeriesEvents::cancel);
    servers.stop();
  }

  private void failed(String part, Exception e) {
    lock.lock();
    try {
      if (failure == null) {
        failure =
            e instanceof ManagerException told
                ? told
                : new ManagerException(part + " failed: " + e.getMessage(), e);
      } else {
        log.error("{} failed too", part, e);
        failure.addSuppressed(e);
      }
    } finally {
      lock.unlock();
    }
    changed.ring();
  }

  @Override
  public void stop() {
    lock.lock();
    try {
      stopRequested = true;
    } finally {
      lock.unlock();
    }
    changed.ring();
  }
}
