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
import io.coxswain.runtime.controller.ControllerRegistry;
import io.coxswain.runtime.controller.Controllers;
import io.coxswain.runtime.controller.ShardedController;
import io.coxswain.runtime.controller.WorkerController;
import io.coxswain.runtime.election.ElectionOptions;
import io.coxswain.runtime.election.LeaseElection;
import io.coxswain.runtime.events.ActionRecorder;
import io.coxswain.runtime.events.Recorder;
import io.coxswain.runtime.health.Check;
import io.coxswain.runtime.http.EndpointResponse;
import io.coxswain.runtime.metrics.Instruments;
import io.coxswain.runtime.metrics.Metrics;
import io.coxswain.runtime.metrics.WebhookMetrics;
import io.coxswain.runtime.rest.Rest;
import io.coxswain.runtime.sharding.ShardElection;
import io.coxswain.runtime.webhook.WebhookServer;
import io.coxswain.runtime.webhook.Webhooks;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The manager that {@link ManagerBuilder} builds: makes the parts, and hands runnables to their
 * groups. {@link ManagerLifecycle} starts and stops them.
 */
final class GroupedManager implements Manager {
  private final Env env;
  private final ManagerBuilder how;
  private final Metrics metrics;
  private final RunState state;
  private final RunnableGroups groups;
  private final Rest rest;
  private final Cache cache;
  private final Client client;
  private final EventSenders senders = new EventSenders();
  private final EventSenders.Pair events;
  private final Controllers controllers;
  private final ShardGroups shards;
  private final ControllerTriggers triggers = new ControllerTriggers();
  private final Webhooks webhooks;
  private final WebhookServer webhookServer;
  private final AtomicBoolean servesWebhooks = new AtomicBoolean();
  private final Servers servers;
  private final ManagerLifecycle lifecycle;

  GroupedManager(ManagerBuilder how) {
    this.env = how.env;
    this.how = how;
    this.metrics = how.metrics();
    this.state = new RunState(env.tasks());
    this.groups = new RunnableGroups(this::newGroup);
    var unlimited = new Rest(env, how.userAgent, metrics.client(how.server));
    this.rest =
        how.requestsPerSecond > 0
            ? unlimited.limited(how.requestsPerSecond, how.requestBurst)
            : unlimited;
    this.cache =
        new Cache(env, rest, how.cache, metrics.caches(how.name), e -> state.failed(how.name, e));
    this.client = new CachedClient(rest, cache, how.liveReads);
    this.events = senders.add(env, rest, how.host);
    this.shards = new ShardGroups(env.clock(), this::newGroup);
    this.controllers = controllers(registry(runner -> runner));
    WebhookMetrics webhookMetrics = metrics.webhooks(env.clock());
    this.webhooks = new Webhooks(webhookMetrics);
    this.webhookServer = new WebhookServer(env, webhooks, how.webhooks, webhookMetrics);
    this.servers =
        new Servers(
            how, webhookServer, webhookMetrics, new DelegatedAuthFilter(env, rest), this::debug);
    if (how.shards > 1 && how.election == null) {
      throw new IllegalArgumentException("shards require leader election");
    }
    if (how.election != null && how.shards > 1 && how.election.identity().isEmpty()) {
      // The leases of shards and of the program name the same holder.
      how.election.identity(how.election.host() + "_" + env.entropy().derive("shards").uuid());
    }
    groups.elect(
        "",
        new ElectedGroup(
            how.election == null ? null : election(how.election, unlimited),
            groups.stage(Stage.LEADER)));
    how.leaderGroups.forEach(
        (group, options) ->
            groups.elect(group, new ElectedGroup(election(options, unlimited), newGroup())));
    this.lifecycle =
        new ManagerLifecycle(
            env,
            how.name,
            how.grace,
            state,
            groups,
            how.election == null || how.shards == 1 ? null : shardElection(how.election, unlimited),
            cache,
            webhookServer,
            servers,
            senders);
  }

  private Group newGroup() {
    return new Group(env.tasks(), env.clock(), state::failed);
  }

  private ShardElection shardElection(ElectionOptions options, Rest rest) {
    return new ShardElection(
        env,
        new CachedClient(rest.suffixed("leader-election"), cache),
        options,
        how.shards,
        lease -> election(lease, rest),
        shards,
        e -> state.failed(how.name, e));
  }

  /**
   * @param wrapping applied by the client identity of the controllers
   */
  ControllerRegistry registry(UnaryOperator<Runner> wrapping) {
    return new ControllerRegistry() {
      @Override
      public void add(WorkerController<?> controller) {
        register(controller, wrapping);
      }

      @Override
      public void add(ShardedController<?> controller) {
        triggers.add(controller);
        shards.add(controller, wrapping);
      }
    };
  }

  private Controllers controllers(ControllerRegistry registry) {
    return new Controllers(
        env,
        cache,
        client,
        metrics,
        kind -> how.workersByKind.getOrDefault(kind, how.workers),
        how.shards,
        how.controllerLog,
        registry);
  }

  @Override
  public ManagerView as(ClientIdentity persona) {
    Env identityEnv = env.withApi(persona.api());
    var unlimited = new Rest(identityEnv, persona.userAgent(), metrics.client(how.server));
    Rest additional =
        persona.requestsPerSecond() > 0
            ? unlimited.limited(persona.requestsPerSecond(), persona.requestBurst())
            : unlimited;
    EventSenders.Pair own = senders.add(identityEnv, additional, how.host);
    return new ClientIdentityManager(
        this,
        persona,
        identityEnv,
        new CachedClient(additional, cache, how.liveReads),
        own.events(),
        own.series(),
        this::controllers);
  }

  private LeaseElection election(ElectionOptions options, Rest rest) {
    return new LeaseElection(
        env,
        new CachedClient(rest.suffixed("leader-election"), cache),
        options,
        events.events()::recorder,
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
    return events.events().recorder(component);
  }

  @Override
  public Instruments instruments() {
    return metrics.instruments();
  }

  @Override
  public ActionRecorder actionRecorder(String controller) {
    return events.series().recorder(controller);
  }

  @Override
  public Cache newCache(Consumer<CacheOptions> settings) {
    var options = new CacheOptions();
    settings.accept(options);
    var additional = new Cache(env, rest, options, null, e -> state.failed(how.name, e));
    groups.stage(Stage.CACHES).add(runner("cache", () -> keep(additional)));
    return additional;
  }

  private void keep(Cache additional) throws CancelledException {
    Bell never = env.tasks().newBell();
    additional.start();
    try {
      never.await(never.rings());
    } finally {
      additional.stop();
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
    if (servesWebhooks.compareAndSet(false, true)) {
      lifecycle.awaitWebhooks();
      groups.stage(Stage.WEBHOOKS).add(runner("webhooks", webhookServer::run));
    }
    return webhooks;
  }

  @Override
  public WebhookServer webhookServer() {
    return webhookServer;
  }

  @Override
  public void healthz(String name, Check check) {
    requireNotStarted();
    servers.healthz(name, check);
  }

  @Override
  public void readyz(String name, Check check) {
    requireNotStarted();
    servers.readyz(name, check);
  }

  private void requireNotStarted() {
    if (state.isStarted()) {
      throw new IllegalStateException(
          "unable to add new checker because healthz endpoint has already been created");
    }
  }

  @Override
  public EndpointResponse debug(String path, Map<String, List<String>> query) {
    return triggers.answer(path, query);
  }

  @Override
  public byte[] scrape() {
    return metrics.scrape();
  }

  @Override
  public boolean isElected() {
    return groups.elected("").isLeading();
  }

  @Override
  public void add(Routine routine) {
    add(routine, runner -> runner);
  }

  void add(Routine routine, UnaryOperator<Runner> wrapping) {
    if (routine.stage() == Stage.CACHES) {
      lifecycle.awaitReady(routine);
    }
    groups.stage(routine.stage()).add(wrapping.apply(runner("routine", routine::run)));
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

  @Override
  public int port(String address) {
    return servers.port(address);
  }

  /**
   * @param wrapping applied by the client identity of the controller
   */
  private void register(WorkerController<?> controller, UnaryOperator<Runner> wrapping) {
    triggers.add(controller);
    if (how.warm || controller.warmsUp()) {
      groups.stage(Stage.WARM_UP).add(runner(controller.name() + " warm-up", controller::warmUp));
    }
    Group group =
        controller.needsLeader()
            ? groups.elected(controller.leaderGroup()).group()
            : groups.stage(Stage.EVERYWHERE);
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

  @Override
  public void run() throws ManagerException, CancelledException {
    lifecycle.run();
  }

  @Override
  public void stop() {
    state.requestStop();
  }
}
