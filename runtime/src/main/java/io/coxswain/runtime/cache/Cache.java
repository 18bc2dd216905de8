package io.coxswain.runtime.cache;

import io.coxswain.api.ApiException;
import io.coxswain.api.ResourceType;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.Task;
import io.coxswain.runtime.metrics.CacheMetrics;
import io.coxswain.runtime.rest.Rest;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The caches of all kinds in use. */
public final class Cache {
  private final Env env;
  private final Rest rest;
  private final CacheOptions options;
  private final @Nullable CacheMetrics metrics;
  private final Consumer<Exception> fatal;
  private final ReentrantLock lock = new ReentrantLock();
  private final TreeMap<ResourceType, KindCache> kinds = new TreeMap<>();
  private boolean started;
  private boolean stopped;

  /** Caches all objects of every requested kind. */
  public Cache(Env env, Rest rest) {
    this(env, rest, new CacheOptions(), null, failure -> {});
  }

  /**
   * @param fatal called when a cache cannot continue
   */
  public Cache(
      Env env,
      Rest rest,
      CacheOptions options,
      @Nullable CacheMetrics metrics,
      Consumer<Exception> fatal) {
    this.env = env;
    this.rest = rest;
    this.options = options;
    this.metrics = metrics;
    this.fatal = fatal;
  }

  /** The cache of a kind; it is filled once caches have been started. */
  public KindCache kind(ResourceType type, Projection needed) {
    lock.lock();
    try {
      KindCache kind = kinds.computeIfAbsent(type, t -> create(t, needed));
      kind.require(needed);
      if (started && !stopped) {
        kind.start();
      }
      return kind;
    } finally {
      lock.unlock();
    }
  }

  private KindCache create(ResourceType type, Projection needed) {
    var kind = new KindCache(env, rest, type, needed, options, fatal);
    if (metrics != null) {
      metrics.observe(
          type,
          new CacheMetrics.Source() {
            @Override
            public long bytes() {
              return kind.bytes();
            }

            @Override
            public int waiting() {
              return kind.waiting();
            }

            @Override
            public long version() {
              return kind.position();
            }
          });
    }
    return kind;
  }

  /** The cache of a kind, if it exists. */
  public Optional<KindCache> find(ResourceType type) {
    lock.lock();
    try {
      return Optional.ofNullable(kinds.get(type));
    } finally {
      lock.unlock();
    }
  }

  /** The cache of a kind, after it has synced. */
  public KindCache synced(ResourceType type, Projection needed, Duration atMost)
      throws ApiException, CancelledException {
    lock.lock();
    try {
      if (!started) {
        throw new IllegalStateException("the cache is not started, can not read objects");
      }
      if (options.onlyWatched && !kinds.containsKey(type)) {
        throw new IllegalStateException(type + " is not cached");
      }
    } finally {
      lock.unlock();
    }
    KindCache kind = kind(type, needed);
    if (!kind.awaitSyncedOrAbsent(needed, atMost)) {
      ApiException failure = kind.failure();
      throw failure != null
          ? failure
          : ApiException.noAnswer(
              new IOException("timed out waiting for cache to be synced for " + type));
    }
    return kind;
  }

  /** Stops the watch of a kind and drops its objects, unless the kind has subscribers. */
  public void dropUnused(ResourceType type) {
    KindCache kind;
    lock.lock();
    try {
      kind = kinds.get(type);
      if (kind == null || kind.isSubscribed()) {
        return;
      }
      kinds.remove(type);
      if (metrics != null) {
        metrics.forget(type);
      }
    } finally {
      lock.unlock();
    }
    kind.stop();
  }

  /** Starts the watches of all kinds requested so far; kinds requested later start immediately. */
  public void start() {
    lock.lock();
    try {
      started = true;
      kinds.values().forEach(KindCache::start);
    } finally {
      lock.unlock();
    }
  }

  /** Waits until all kinds that are known at present have synced. */
  public void awaitSynced() throws CancelledException {
    for (KindCache kind : snapshot()) {
      kind.awaitSynced(Projection.METADATA, Duration.ofDays(36_500));
    }
  }

  /** Waits until all kinds in use contain everything that was written before this call. */
  public void refresh() throws CancelledException {
    var fills = new LinkedHashMap<KindCache, Long>();
    snapshot().forEach(kind -> fills.put(kind, kind.refresh()));
    for (var fill : fills.entrySet()) {
      fill.getKey().awaitRefreshed(fill.getValue());
    }
  }

  /** Stops all watches; returns the tasks to wait for. */
  public List<Task> stop() {
    lock.lock();
    try {
      stopped = true;
    } finally {
      lock.unlock();
    }
    var ending = new ArrayList<Task>();
    snapshot().forEach(kind -> ending.addAll(kind.stop()));
    return ending;
  }

  private List<KindCache> snapshot() {
    lock.lock();
    try {
      return List.copyOf(kinds.values());
    } finally {
      lock.unlock();
    }
  }
}
