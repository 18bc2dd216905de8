package io.coxswain.runtime.cache;

import io.coxswain.api.ApiException;
import io.coxswain.api.ResourceType;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.Task;
import io.coxswain.runtime.rest.Rest;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/** The caches of all kinds that somebody asked for. */
public final class Cache {
  private final Env env;
  private final Rest rest;
  private final ReentrantLock lock = new ReentrantLock();
  private final TreeMap<ResourceType, KindCache> kinds = new TreeMap<>();
  private boolean started;
  private boolean stopped;

  public Cache(Env env, Rest rest) {
    this.env = env;
    this.rest = rest;
  }

  /** The cache of a kind, which begins to fill as soon as caches are started. */
  public KindCache kind(ResourceType type, Projection needed) {
    lock.lock();
    try {
      KindCache kind = kinds.computeIfAbsent(type, t -> new KindCache(env, rest, t, needed));
      kind.require(needed);
      if (started && !stopped) {
        kind.start();
      }
      return kind;
    } finally {
      lock.unlock();
    }
  }

  /** The cache of a kind if there is one. */
  public Optional<KindCache> find(ResourceType type) {
    lock.lock();
    try {
      return Optional.ofNullable(kinds.get(type));
    } finally {
      lock.unlock();
    }
  }

  /** The cache of a kind, filled. */
  public KindCache synced(ResourceType type, Projection needed, Duration atMost)
      throws ApiException, CancelledException {
    lock.lock();
    try {
      if (!started) {
        throw new IllegalStateException("the cache is not started, can not read objects");
      }
    } finally {
      lock.unlock();
    }
    KindCache kind = kind(type, needed);
    if (!kind.awaitSynced(needed, atMost)) {
      ApiException failure = kind.failure();
      throw failure != null
          ? failure
          : ApiException.noAnswer(
              new IOException("timed out waiting for cache to be synced for " + type));
    }
    return kind;
  }

  /** Ends the watch of a kind, and forgets its objects, unless somebody is subscribed to it. */
  public void dropUnused(ResourceType type) {
    KindCache kind;
    lock.lock();
    try {
      kind = kinds.get(type);
      if (kind == null || kind.isSubscribed()) {
        return;
      }
      kinds.remove(type);
    } finally {
      lock.unlock();
    }
    kind.stop();
  }

  /**
   * Starts the watches of all kinds asked for so far, and from now on of each when it is asked for.
   */
  public void start() {
    lock.lock();
    try {
      started = true;
      kinds.values().forEach(KindCache::start);
    } finally {
      lock.unlock();
    }
  }

  /** Waits until all kinds known now are filled. */
  public void awaitSynced() throws CancelledException {
    for (KindCache kind : snapshot()) {
      kind.awaitSynced(Projection.METADATA, Duration.ofDays(36_500));
    }
  }

  /** Ends all watches; the tasks to wait for. */
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
