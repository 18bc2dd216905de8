package io.coxswain.runtime.controller;

import io.coxswain.api.ApiException;
import io.coxswain.api.ResourceType;
import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.runtime.cache.Cache;
import io.coxswain.runtime.cache.Change;
import io.coxswain.runtime.cache.Subscription;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.slf4j.Logger;

/**
 * The watches of a controller: subscribes to the caches of the watched kinds, and turns their
 * changes into keys. Watches may be added and removed while the controller runs. Thread-safe.
 */
final class ControllerWatches<K> {
  private static final Duration MAPPING_RETRY = Duration.ofSeconds(1);

  private final Env env;
  private final Cache cache;
  private final Declaration<K> declaration;
  private final TriggeredQueue<K> queue;
  private final ShardScope<K> scope;
  private final Logger log;

  private final Bell filled;
  private final ReentrantLock lock = new ReentrantLock();
  private final List<WatchDeclaration<?, K>> watches;
  private final TreeMap<ResourceType, List<Subscription>> subscriptions = new TreeMap<>();
  private boolean started;
  private boolean hasFilled;

  ControllerWatches(
      Env env,
      Cache cache,
      Declaration<K> declaration,
      TriggeredQueue<K> queue,
      ShardScope<K> scope,
      Logger log) {
    this.env = env;
    this.cache = cache;
    this.declaration = declaration;
    this.queue = queue;
    this.scope = scope;
    this.log = log;
    this.watches = new ArrayList<>(declaration.watches);
    this.filled = env.tasks().newBell();
  }

  void watchMetadata(ResourceType type, Consumer<WatchBuilder<GenericKubernetesResource, K>> keys) {
    var watch = declaration.metadataWatch(type, keys);
    lock.lock();
    try {
      if (!started) {
        watches.add(watch);
        return;
      }
    } finally {
      lock.unlock();
    }
    closeAll(type);
    subscribe(watch);
  }

  void unwatch(ResourceType type) {
    lock.lock();
    try {
      watches.removeIf(watch -> watch.type().equals(type));
    } finally {
      lock.unlock();
    }
    if (closeAll(type)) {
      cache.dropUnused(type);
    }
  }

  /** Whether there were subscriptions to close. */
  private boolean closeAll(ResourceType type) {
    List<Subscription> open;
    lock.lock();
    try {
      open = subscriptions.remove(type);
    } finally {
      lock.unlock();
    }
    if (open == null) {
      return false;
    }
    open.forEach(Subscription::close);
    return true;
  }

  private Subscription subscribe(WatchDeclaration<?, K> watch) {
    Subscription subscription =
        cache
            .kind(watch.type(), watch.projection())
            .subscribe(
                declaration.name + " " + watch.type().qualifiedPlural(),
                watch.projection(),
                change -> handle(watch, change));
    lock.lock();
    try {
      // A controller may watch one kind twice, for example its own objects and their dependents.
      subscriptions.computeIfAbsent(watch.type(), t -> new ArrayList<>()).add(subscription);
    } finally {
      lock.unlock();
    }
    return subscription;
  }

  private void handle(WatchDeclaration<?, K> watch, Change change) throws CancelledException {
    if (!scope.concerns(change)) {
      return;
    }
    watch.observe(change);
    var enqueuer = new ChangeEnqueuer<>(queue, scope, watch.type(), change);
    while (true) {
      try {
        watch.handle(change, enqueuer);
        return;
      } catch (ApiException e) {
        log.atWarn()
            .addKeyValue("controller", declaration.name)
            .addKeyValue("type", watch.type().qualifiedPlural())
            .addKeyValue("err", e.getMessage())
            .log("Failed to map event to reconcile keys, will retry");
        env.clock().sleep(MAPPING_RETRY);
      }
    }
  }

  /** The caches that the declared watches need; filled from now on. */
  void prepare() {
    List<WatchDeclaration<?, K>> declared;
    lock.lock();
    try {
      declared = List.copyOf(watches);
    } finally {
      lock.unlock();
    }
    declared.forEach(watch -> cache.kind(watch.type(), watch.projection()));
  }

  /**
   * Subscribes and waits until the initial events have been handled; once, for the first caller.
   */
  void fill() throws CancelledException {
    while (true) {
      long seen = filled.rings();
      List<WatchDeclaration<?, K>> declared;
      lock.lock();
      try {
        if (hasFilled) {
          return;
        }
        declared = started ? null : List.copyOf(watches);
        started = true;
      } finally {
        lock.unlock();
      }
      if (declared != null) {
        fill(declared);
        return;
      }
      filled.await(seen);
    }
  }

  private void fill(List<WatchDeclaration<?, K>> declared) throws CancelledException {
    boolean done = false;
    try {
      awaitSync(declared);
      done = true;
    } finally {
      if (!done) {
        unsubscribeAll();
      }
      lock.lock();
      try {
        hasFilled = done;
        started = done;
      } finally {
        lock.unlock();
      }
      filled.ring();
    }
  }

  private void awaitSync(List<WatchDeclaration<?, K>> declared) throws CancelledException {
    var filling = new ArrayList<Subscription>();
    declared.forEach(watch -> filling.add(subscribe(watch)));
    long deadline = env.clock().nanos() + declaration.syncTimeout.toNanos();
    for (int i = 0; i < filling.size(); i++) {
      Duration remaining = Duration.ofNanos(Math.max(0, deadline - env.clock().nanos()));
      if (declared.get(i).isOptional()) {
        filling.get(i).awaitSyncedOrAbsent(remaining);
      } else if (!filling.get(i).awaitSynced(remaining)) {
        throw new IllegalStateException(
            "failed to wait for "
                + declaration.name
                + " caches to sync: timed out waiting for cache to be synced for "
                + declared.get(i).type());
      }
    }
  }

  void unsubscribeAll() {
    List<Subscription> open;
    lock.lock();
    try {
      open = subscriptions.values().stream().flatMap(List::stream).toList();
      subscriptions.clear();
    } finally {
      lock.unlock();
    }
    open.forEach(Subscription::close);
  }
}
