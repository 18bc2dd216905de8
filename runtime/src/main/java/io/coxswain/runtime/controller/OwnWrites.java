package io.coxswain.runtime.controller;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.env.Clock;
import io.coxswain.runtime.cache.Cache;
import io.coxswain.runtime.cache.KindCache;
import io.coxswain.runtime.cache.ReadBarrier;
import io.coxswain.runtime.cache.ResourceVersions;
import io.coxswain.runtime.client.Client;
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
 * What each key's passes wrote and the cache has not shown yet. A pass that ran before it does
 * would act on the past: create a child twice, count a pod as missing.
 *
 * <p>For each key and kind this remembers the largest resourceVersion written, the UIDs deleted and
 * the writes that got no answer. Before a pass each kind's cache is asked whether it shows all of
 * that; if not, the cache is left a note to call when it does, and the key stays out of the queue
 * until then. Nothing polls.
 *
 * <p>Why a key is never held for ever: a version is waited for only in a kind that has a cache, and
 * every cache comes past it by an event, a bookmark or a new fill; a consistent fill begun after
 * the write settles it even if the server's history was turned back; and after {@link #LIMIT} the
 * record is dropped with a warning.
 *
 * <p>A write without an answer may have happened at a version nobody told us. Before the next pass
 * the server is asked for the object (for a generated name: for the objects of that namespace), and
 * what it shows is waited for.
 */
final class OwnWrites<K> {
  private static final Logger log = LoggerFactory.getLogger(OwnWrites.class);

  /** As long as kube-controller-manager waits for the creations it expects. */
  static final Duration LIMIT = Duration.ofMinutes(5);

  /** So many writes apart, what is overdue is forgotten. */
  static final int SWEEP_EVERY = 1024;

  private final Cache cache;
  private final Client live;
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

    /** The cache has been left a note already. */
    boolean noted;
  }

  OwnWrites(Cache cache, Client client, Clock clock) {
    this.cache = cache;
    this.live = client.live();
    this.clock = clock;
  }

  /** Records what a pass over the key writes. */
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
      return; // nobody reads it from the cache; a cache begun later starts with the write in it
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
   * Whether the cache shows everything the key's passes wrote. If not, calls {@code then} when it
   * is worth asking again.
   */
  boolean shown(K key, Runnable then) throws ApiException {
    for (ResourceType type : types(key)) {
      Optional<KindCache> kind = cache.find(type);
      if (kind.isPresent()) {
        settleUnsure(key, type);
        Optional<ReadBarrier> hold = hold(key, type);
        if (hold.isPresent() && !isShown(key, type, kind.get(), hold.get(), then)) {
          if (!isOverdue(key, type)) {
            return false;
          }
          log.warn("{}: the cache of {} still does not show what was written; going on", key, type);
        }
      }
      drop(key, type);
    }
    return true;
  }

  private boolean isShown(
      K key, ResourceType type, KindCache kind, ReadBarrier hold, Runnable then) {
    if (!note(key, type, true)) {
      return false;
    }
    return kind.shows(
        hold,
        () -> {
          note(key, type, false);
          then.run();
        });
  }

  /** Notes that a note was left, or is no longer; false when that was so before. */
  private boolean note(K key, ResourceType type, boolean noted) {
    lock.lock();
    try {
      TreeMap<ResourceType, Written> all = byKey.get(key);
      Written written = all == null ? null : all.get(type);
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
      TreeMap<ResourceType, Written> all = byKey.get(key);
      Written written = all == null ? null : all.get(type);
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
      TreeMap<ResourceType, Written> all = byKey.get(key);
      Written written = all == null ? null : all.get(type);
      return written != null && isOverdue(written);
    } finally {
      lock.unlock();
    }
  }

  private boolean isOverdue(Written written) {
    return clock.nanos() - written.sinceNanos >= LIMIT.toNanos();
  }

  /** Keys that are never looked at again, such as those of deleted objects, are forgotten here. */
  private void sweep() {
    byKey
        .values()
        .removeIf(
            written -> {
              written.values().removeIf(this::isOverdue);
              return written.isEmpty();
            });
  }

  /** How many keys have written what was not shown yet, as far as known. */
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

  /** Finds out at which version the writes without an answer may have happened. */
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
      TreeMap<ResourceType, Written> all = byKey.get(key);
      Written written = all == null ? null : all.get(type);
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
