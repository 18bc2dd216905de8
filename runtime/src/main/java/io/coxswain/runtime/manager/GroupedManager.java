package io.coxswain.runtime.manager;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.Task;
import io.coxswain.runtime.cache.Cache;
import io.coxswain.runtime.cache.Projection;
import io.coxswain.runtime.client.CachedClient;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.ControllerBuilder;
import io.coxswain.runtime.controller.Controllers;
import io.coxswain.runtime.controller.WorkerController;
import io.coxswain.runtime.election.ElectionOptions;
import io.coxswain.runtime.election.LeaseElection;
import io.coxswain.runtime.events.Events;
import io.coxswain.runtime.events.Recorder;
import io.coxswain.runtime.rest.Rest;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts in this order: servers, caches, what runs on every replica, and, once this replica leads,
 * the rest. Stops what runs on every replica, then the leader's part, then the caches they read
 * from and the servers; then the lease is given up and the last events are sent.
 */
final class GroupedManager implements Manager {
  private static final Logger log = LoggerFactory.getLogger(Manager.class);

  private final Env env;
  private final String name;
  private final boolean warm;
  private volatile Duration grace;
  private final Cache cache;
  private final Client client;
  private final Events events;
  private final Controllers controllers;
  private final @Nullable LeaseElection election;
  private final Servers servers;
  private final Group everywhere;
  private final Group onLeader;

  private final Bell changed;
  private final ReentrantLock lock = new ReentrantLock();
  private boolean started;
  private boolean stopRequested;
  private @Nullable ManagerException failure;
  private volatile @Nullable Task electing;

  GroupedManager(ManagerBuilder how) {
    this.env = how.env;
    this.name = how.name;
    this.warm = how.warm;
    this.grace = how.grace;
    var rest = new Rest(env, how.userAgent, how.metrics.client("kubernetes"));
    this.cache = new Cache(env, rest);
    this.client = new CachedClient(rest, cache);
    this.events = new Events(env, rest);
    this.controllers =
        new Controllers(
            env,
            cache,
            client,
            how.metrics,
            kind -> how.workersByKind.getOrDefault(kind, how.workers),
            this::register);
    this.election = how.election == null ? null : election(how, how.election, rest);
    this.servers = new Servers(how);
    this.changed = env.tasks().newBell();
    this.everywhere = new Group(env.tasks(), env.clock(), this::failed);
    this.onLeader = new Group(env.tasks(), env.clock(), this::failed);
  }

  private LeaseElection election(ManagerBuilder how, ElectionOptions options, Rest rest) {
    return new LeaseElection(
        env,
        new CachedClient(rest.suffixed("leader-election"), cache),
        options,
        events::recorder,
        leading -> how.metrics.leads(options.id(), leading));
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
  public void add(Routine routine) {
    group(routine.needsLeader())
        .add(
            new Runner() {
              @Override
              public String name() {
                return "routine";
              }

              @Override
              public void run() throws Exception {
                routine.run();
              }
            });
  }

  private void register(WorkerController<?> controller) {
    if (warm) {
      controller.warmUp();
    }
    group(controller.needsLeader())
        .add(
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
            });
  }

  private Group group(boolean needsLeader) {
    return needsLeader ? onLeader : everywhere;
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
    } catch (RuntimeException e) {
      throw new ManagerException("failed to listen: " + e.getMessage(), e);
    }
    Task starting = env.tasks().spawn(name + " start", this::start);
    try {
      awaitEnd();
      starting.cancel();
      stopAll();
    } finally {
      starting.cancel();
      cancelAll();
    }
    log.info("{} stopped", name);
    if (failure != null) {
      throw failure;
    }
  }

  private void start() throws CancelledException {
    cache.start();
    cache.awaitSynced();
    everywhere.start();
    if (election == null) {
      onLeader.start();
    } else {
      elect(election);
    }
  }

  private void elect(LeaseElection candidate) {
    electing =
        env.tasks().spawn(name + " election", () -> candidate.run(onLeader::start, this::lost));
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
    long deadline = env.clock().nanos() + grace.toNanos();
    onLeader.refuse();
    var late = new ArrayList<>(everywhere.stop(deadline));
    late.addAll(onLeader.stop(deadline));
    for (Task task : cache.stop()) {
      task.join(left(deadline));
    }
    servers.stop();
    Task candidate = electing;
    if (election != null && candidate != null) {
      election.stop();
      candidate.join(left(deadline));
    }
    events.close(left(deadline));
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

  private Duration left(long deadlineNanos) {
    return Duration.ofNanos(Math.max(0, deadlineNanos - env.clock().nanos()));
  }

  private void cancelAll() {
    everywhere.cancel();
    onLeader.cancel();
    cache.stop();
    Task candidate = electing;
    if (candidate != null) {
      candidate.cancel();
    }
    events.cancel();
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
