package io.coxswain.runtime.manager;

import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.Task;
import io.coxswain.runtime.cache.Cache;
import io.coxswain.runtime.manager.Manager.Stage;
import io.coxswain.runtime.sharding.ShardElection;
import io.coxswain.runtime.webhook.WebhookServer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts in the order of {@link Manager.Stage}: servers, webhooks, caches, runnables of every
 * replica, warm-up and, once this replica leads, the runnables of the leader. Stops the runnables
 * of every replica, then those of the leader, then the shards, whose leases are released as soon as
 * their reconciles have ended, then the caches they read from, the webhooks and the servers; then
 * releases the other leases and sends the last events.
 */
final class ManagerLifecycle {
  private static final Logger log = LoggerFactory.getLogger(Manager.class);
  private static final Duration FOR_EVER = Duration.ofDays(36_500);

  private final Env env;
  private final String name;
  private volatile Duration grace;
  private final RunState state;
  private final RunnableGroups groups;
  private final @Nullable ShardElection shards;
  private final Cache cache;
  private final WebhookServer webhookServer;
  private final Servers servers;
  private final EventSenders events;
  private final List<Manager.Routine> caches = new CopyOnWriteArrayList<>();
  private volatile boolean servesWebhooks;

  /**
   * @param grace how long runnables may take to stop; negative for as long as they need
   * @param shards null for a program with one shard
   */
  ManagerLifecycle(
      Env env,
      String name,
      Duration grace,
      RunState state,
      RunnableGroups groups,
      @Nullable ShardElection shards,
      Cache cache,
      WebhookServer webhookServer,
      Servers servers,
      EventSenders events) {
    this.env = env;
    this.name = name;
    this.grace = grace;
    this.state = state;
    this.groups = groups;
    this.shards = shards;
    this.cache = cache;
    this.webhookServer = webhookServer;
    this.servers = servers;
    this.events = events;
  }

  /** Later stages start only after the routine is ready. */
  void awaitReady(Manager.Routine routine) {
    caches.add(routine);
  }

  /** Later stages start only after the webhook server is listening. */
  void awaitWebhooks() {
    servesWebhooks = true;
  }

  void run() throws ManagerException, CancelledException {
    state.start();
    log.atInfo().addKeyValue("name", name).log("Starting manager");
    try {
      servers.start();
    } catch (IOException | RuntimeException e) {
      servers.stop();
      throw new ManagerException("failed to listen: " + e.getMessage(), e);
    }
    Consumer<Exception> taskDied = e -> state.failed(name, e);
    env.tasks().failures().listen(taskDied);
    Task starting = env.tasks().spawn(name + " start", this::start);
    try {
      state.awaitEnd();
      starting.cancel();
      stopAll();
    } finally {
      env.tasks().failures().forget(taskDied);
      starting.cancel();
      cancelAll();
    }
    log.atInfo().addKeyValue("name", name).log("Stopped manager");
    state.throwFailure();
  }

  private void start() throws CancelledException {
    begin(Stage.SERVERS);
    begin(Stage.WEBHOOKS);
    if (servesWebhooks) {
      webhookServer.awaitStarted();
    }
    begin(Stage.CACHES);
    cache.start();
    cache.awaitSynced();
    for (Manager.Routine routine : caches) {
      routine.awaitReady();
    }
    begin(Stage.EVERYWHERE);
    begin(Stage.WARM_UP);
    if (shards != null) {
      // Before this replica may lead: a leader that no one knows excludes shards.
      shards.begin(name);
    }
    groups.elected().forEach(group -> group.begin(env.tasks(), name, this::lost));
  }

  private void begin(Stage stage) throws CancelledException {
    groups.stage(stage).start();
    groups.stage(stage).awaitBegun();
  }

  /**
   * Stops immediately after losing a lease, because the new leader may already be active: running
   * reconciles are not awaited.
   */
  private void lost() {
    grace = Duration.ZERO;
    state.failed(name, new ManagerException("leader election lost"));
  }

  private void stopAll() throws CancelledException {
    long deadline = env.clock().nanos() + (grace.isNegative() ? FOR_EVER : grace).toNanos();
    groups.elected().forEach(elected -> elected.group().refuse());
    groups.stage(Stage.WARM_UP).cancel();
    var stillRunning = new ArrayList<>(groups.stage(Stage.EVERYWHERE).stop(deadline));
    stillRunning.addAll(groups.stage(Stage.WARM_UP).stop(deadline));
    for (ElectedGroup elected : groups.elected()) {
      stillRunning.addAll(elected.group().stop(deadline));
    }
    if (shards != null) {
      shards.stop(left(deadline));
    }
    for (Task task : cache.stop()) {
      task.join(left(deadline));
    }
    stillRunning.addAll(groups.stage(Stage.CACHES).stop(deadline));
    stillRunning.addAll(groups.stage(Stage.WEBHOOKS).stop(deadline));
    stillRunning.addAll(groups.stage(Stage.SERVERS).stop(deadline));
    servers.stop();
    for (ElectedGroup elected : groups.elected()) {
      elected.end(left(deadline));
    }
    events.close(() -> left(deadline));
    if (!stillRunning.isEmpty() && !grace.isZero()) {
      state.failed(
          name,
          new ManagerException(
              "failed waiting for all runnables to end within grace period of "
                  + grace.toSeconds()
                  + "s: "
                  + String.join(", ", stillRunning)));
    }
  }

  private Duration left(long deadlineNanos) {
    return Duration.ofNanos(Math.max(0, deadlineNanos - env.clock().nanos()));
  }

  private void cancelAll() {
    groups.stages().forEach(Group::cancel);
    cache.stop();
    if (shards != null) {
      shards.cancel();
    }
    groups.elected().forEach(ElectedGroup::cancel);
    events.cancel();
    servers.stop();
  }
}
