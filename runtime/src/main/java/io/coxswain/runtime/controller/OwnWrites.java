package io.coxswain.runtime.controller;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.env.Clock;
import io.coxswain.runtime.cache.Cache;
import io.coxswain.runtime.cache.KindCache;
import io.coxswain.runtime.cache.ReadBarrier;
import io.coxswain.runtime.cache.ResourceVersions;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.client.WriteLog;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tracks the writes of each key's reconciles that the cache does not reflect yet. A reconcile that
 * ran earlier would act on stale state: create a child twice, count a pod as missing.
 *
 * <p>For each key and kind this class records the largest resourceVersion written, the UIDs deleted
 * and the writes without a response. Before a reconcile it checks whether the cache of each kind
 * reflects all of them; if not, it registers a callback with the cache, and the key stays out of
 * the queue until then. There is no polling.
 *
 * <p>A key is never blocked indefinitely: a version is awaited only in a kind that has a cache, and
 * every cache reaches it by an event, a bookmark or a relist; a consistent list that begins after
 * the write settles it even if the server's history was reset; and after {@link #LIMIT} the record
 * is dropped with a warning.
 *
 * <p>A write without a response may have happened at an unknown version. Before the next reconcile
 * the object is read from the server (for a generated name: the objects of that namespace), and the
 * version found is awaited.
 */
final class OwnWrites<K> {
  private static final Logger log = LoggerFactory.getLogger(OwnWrites.class);

  /** The timeout of kube-controller-manager's expectations. */
  static final Duration LIMIT = Duration.ofMinutes(5);

  /** Number of writes between two sweeps of overdue entries. */
  static final int SWEEP_EVERY = 1024;

  private final Cache cache;
  private final Reader live;
  private final Clock clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<K, TreeMap<ResourceType, Written>> byKey = new HashMap<>();
  private long changes;

  private static final class Written {
    long version = ResourceVersions.UNKNOWN;
    final TreeMap<ObjectKey, String> gone = new TreeMap<>();
    final TreeSet<ObjectKey> unsure = new TreeSet<>();
    long fill;
    long sinceNanos;

    /** Whether a callback is registered with the cache. */
    boolean noted;
  }

  OwnWrites(Cache cache, Reader client, Clock clock) {
    this.cache = cache;
    this.live = client.live();
    this.clock = clock;
  }

  /** Records the writes of a reconcile of the key. */
  WriteLog log(K key) {
    return new WriteLog() {
      @Override
      public void wrote(ResourceType type, long version) {
        change(key, type, written -> written.version = Math.max(written.version, version));
      }

      @Override
      public void deleted(ResourceType type, ObjectKey object, String uid) {
        change(key, type, written -> written.gone.put(object, uid));
      }

      @Override
      public void unsure(ResourceType type, ObjectKey object) {
        change(key, type, written -> written.unsure.add(object));
      }
    };
  }

  private interface Edit {
    void apply(Written written);
  }

  private void change(K key, ResourceType type, Edit edit) {
    Optional<KindCache> kind = cache.find(type);
    if (kind.isEmpty()) {
      return; // the kind is not read from the cache; a cache created later starts with the write in
      // it
    }
    long fill = kind.get().fill();
    lock.lock();
    try {
      Written written =
          byKey
              .computeIfAbsent(key, k -> new TreeMap<>())
              .computeIfAbsent(type, t -> new Written());
      edit.apply(written);
      written.fill = fill;
      written.sinceNanos = clock.nanos();
      if (++changes % SWEEP_EVERY == 0) {
        sweep();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Whether the cache reflects all writes of the key's reconciles. If not, calls {@code then} when
   * the check should be repeated.
   */
  boolean shown(K key, Runnable callback) throws ApiException {
    for (ResourceType type : types(key)) {
      Optional<KindCache> kind = cache.find(type);
      if (kind.isPresent()) {
        settleUnsure(key, type);
        Optional<ReadBarrier> barrier = hold(key, type);
        if (barrier.isPresent() && !isShown(key, type, kind.get(), barrier.get(), callback)) {
          if (!isOverdue(key, type)) {
            return false;
          }
          log.atWarn()
              .addKeyValue("key", key)
              .addKeyValue("type", type.qualifiedPlural())
              .addKeyValue("timeout", LIMIT)
              .log("Timed out waiting for the cache to observe own writes, reconciling anyway");
        }
      }
      drop(key, type);
    }
    return true;
  }

  private boolean isShown(
      K key, ResourceType type, KindCache kind, ReadBarrier barrier, Runnable callback) {
    if (!note(key, type, true)) {
      return false;
    }
    return kind.shows(
        barrier,
        () -> {
          note(key, type, false);
          callback.run();
        });
  }

  /** Records whether a callback is registered; false if that was recorded before. */
  private boolean note(K key, ResourceType type, boolean noted) {
    lock.lock();
    try {
      TreeMap<ResourceType, Written> byType = byKey.get(key);
      Written written = byType == null ? null : byType.get(type);
      if (written == null) {
        return true;
      }
      boolean changed = written.noted != noted;
      written.noted = noted;
      return changed;
    } finally {
      lock.unlock();
    }
  }

  private List<ResourceType> types(K key) {
    lock.lock();
    try {
      TreeMap<ResourceType, Written> written = byKey.get(key);
      return written == null ? List.of() : List.copyOf(written.keySet());
    } finally {
      lock.unlock();
    }
  }

  private Optional<ReadBarrier> hold(K key, ResourceType type) {
    lock.lock();
    try {
      TreeMap<ResourceType, Written> byType = byKey.get(key);
      Written written = byType == null ? null : byType.get(type);
      if (written == null) {
        return Optional.empty();
      }
      return Optional.of(
          new ReadBarrier(written.version, new TreeMap<>(written.gone), written.fill));
    } finally {
      lock.unlock();
    }
  }

  private boolean isOverdue(K key, ResourceType type) {
    lock.lock();
    try {
      TreeMap<ResourceType, Written> byType = byKey.get(key);
      Written written = byType == null ? null : byType.get(type);
      return written != null && isOverdue(written);
    } finally {
      lock.unlock();
    }
  }

  private boolean isOverdue(Written written) {
    return clock.nanos() - written.sinceNanos >= LIMIT.toNanos();
  }

  /** Drops overdue keys that are no longer reconciled, such as those of deleted objects. */
  private void sweep() {
    byKey
        .values()
        .removeIf(
            written -> {
              written.values().removeIf(this::isOverdue);
              return written.isEmpty();
            });
  }

  /** The number of keys with writes that the cache does not reflect yet, as far as known. */
  int size() {
    lock.lock();
    try {
      return byKey.size();
    } finally {
      lock.unlock();
    }
  }

  private void drop(K key, ResourceType type) {
    lock.lock();
    try {
      byKey.computeIfPresent(
          key,
          (k, written) -> {
            written.remove(type);
            return written.isEmpty() ? null : written;
          });
    } finally {
      lock.unlock();
    }
  }

  /** Determines at which version the writes without a response may have happened. */
  private void settleUnsure(K key, ResourceType type) throws ApiException {
    for (ObjectKey object : unsure(key, type)) {
      long version = ResourceVersions.UNKNOWN;
      for (GenericKubernetesResource found : fetch(type, object)) {
        version =
            Math.max(version, ResourceVersions.parse(found.getMetadata().getResourceVersion()));
      }
      long reached = version;
      change(
          key,
          type,
          written -> {
            written.version = Math.max(written.version, reached);
            written.unsure.remove(object);
          });
    }
  }

  private List<ObjectKey> unsure(K key, ResourceType type) {
    lock.lock();
    try {
      TreeMap<ResourceType, Written> byType = byKey.get(key);
      Written written = byType == null ? null : byType.get(type);
      return written == null ? List.of() : new ArrayList<>(written.unsure);
    } finally {
      lock.unlock();
    }
  }

  private List<GenericKubernetesResource> fetch(ResourceType type, ObjectKey object)
      throws ApiException {
    return object.name().isEmpty()
        ? live.listMetadata(type).in(object.namespace()).toList()
        : live.getMetadata(type, object).stream().toList();
  }
}
