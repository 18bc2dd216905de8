package io.coxswain.kube.resourcequota;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.quota.Amounts;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.controller.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The usage of objects by namespace, for namespaces with a quota. A namespace is filled from the
 * cache and then updated by events. Both happen concurrently while it is being filled: the newer
 * version of an object wins, and deletions are remembered until filling is done.
 */
final class UsageTable {
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Place, Bag> bags = new HashMap<>();

  private record Place(CountedKind kind, String namespace) {}

  /** The objects of one kind in one namespace. */
  private static final class Bag {
    private final Map<String, Noted> byName = new HashMap<>();
    private final Map<JsonNode, Integer> counts = new LinkedHashMap<>();
    private boolean filled;

    void note(String name, long version, @Nullable JsonNode digest) {
      Noted old = byName.get(name);
      if (old != null && old.version > version) {
        return;
      }
      if (old != null && old.digest != null) {
        counts.computeIfPresent(old.digest, (d, count) -> count == 1 ? null : count - 1);
      }
      if (digest != null) {
        counts.merge(digest, 1, Integer::sum);
      }
      if (digest == null && filled) {
        byName.remove(name);
      } else {
        byName.put(name, new Noted(version, digest));
      }
    }

    void endFilling() {
      filled = true;
      byName.values().removeIf(noted -> noted.digest == null);
    }
  }

  /**
   * @param digest null for a deleted object
   */
  private record Noted(long version, @Nullable JsonNode digest) {}

  /** Applies an event if its namespace is tracked. */
  void note(CountedKind kind, Event<? extends HasMetadata> event) {
    HasMetadata object = event.object();
    var place = new Place(kind, object.getMetadata().getNamespace());
    if (!isKept(place)) {
      return;
    }
    JsonNode digest = event instanceof Event.Deleted<?> ? null : kind.digest(object);
    lock.lock();
    try {
      Bag bag = bags.get(place);
      if (bag != null) {
        bag.note(object.getMetadata().getName(), version(object), digest);
      }
    } finally {
      lock.unlock();
    }
  }

  private boolean isKept(Place place) {
    lock.lock();
    try {
      return bags.containsKey(place);
    } finally {
      lock.unlock();
    }
  }

  private static long version(HasMetadata object) {
    return Long.parseLong(object.getMetadata().getResourceVersion());
  }

  /** The usage of the objects of a kind. */
  Amounts sum(CountedKind kind, JsonNode quota, String namespace, Reader client, Instant now)
      throws ApiException {
    var place = new Place(kind, namespace);
    fill(place, client);
    var counts = new LinkedHashMap<JsonNode, Integer>();
    lock.lock();
    try {
      Bag bag = bags.get(place);
      if (bag != null) {
        counts.putAll(bag.counts);
      }
    } finally {
      lock.unlock();
    }
    Amounts sum = Amounts.none();
    counts.forEach(
        (digest, count) -> {
          if (kind.usage().isInScope(quota, digest)) {
            sum.add(kind.usage().of(digest, now).times(count));
          }
        });
    return sum;
  }

  private void fill(Place place, Reader client) throws ApiException {
    lock.lock();
    try {
      Bag bag = bags.computeIfAbsent(place, p -> new Bag());
      if (bag.filled) {
        return;
      }
    } finally {
      lock.unlock();
    }
    var digests = new TreeMap<ObjectKey, Noted>();
    for (HasMetadata object : client.list(place.kind.type()).in(place.namespace).toList()) {
      digests.put(ObjectKey.of(object), new Noted(version(object), place.kind.digest(object)));
    }
    lock.lock();
    try {
      Bag bag = bags.get(place);
      if (bag != null && !bag.filled) {
        digests.forEach((key, noted) -> bag.note(key.name(), noted.version, noted.digest));
        bag.endFilling();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Removes a namespace without quotas. */
  void forget(String namespace) {
    lock.lock();
    try {
      for (CountedKind kind : CountedKind.values()) {
        bags.remove(new Place(kind, namespace));
      }
    } finally {
      lock.unlock();
    }
  }
}
