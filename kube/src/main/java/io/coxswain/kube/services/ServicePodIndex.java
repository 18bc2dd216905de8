package io.coxswain.kube.services;

import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.controller.Event;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** An index of pods and service selectors by label. */
public final class ServicePodIndex {
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<ObjectKey, PodFacts> pods = new HashMap<>();
  private final Map<Pair, NavigableMap<ObjectKey, PodFacts>> podsByLabel = new HashMap<>();
  private final Map<ObjectKey, NavigableMap<String, String>> selectors = new HashMap<>();

  /** By the first label of the selector, so that each service is found once. */
  private final Map<Pair, NavigableMap<ObjectKey, NavigableMap<String, String>>> selectorsByLabel =
      new HashMap<>();

  /** A label in a namespace. */
  private record Pair(String namespace, String label, String value) {
    // Explicit: the generated methods of a record are slow before JIT compilation.
    @Override
    public boolean equals(Object other) {
      return other instanceof Pair pair
          && value.equals(pair.value)
          && label.equals(pair.label)
          && namespace.equals(pair.namespace);
    }

    @Override
    public int hashCode() {
      return (31 * namespace.hashCode() + label.hashCode()) * 31 + value.hashCode();
    }
  }

  // ---- services

  /** Applies a service event. */
  public void noteService(Event<Service> event) {
    Service service = event.object();
    ObjectKey key = ObjectKey.of(service);
    Map<String, String> selector = Services.selector(service);
    lock.lock();
    try {
      NavigableMap<String, String> old = selectors.remove(key);
      if (old != null) {
        drop(selectorsByLabel, first(key, old), key);
      }
      if (!(event instanceof Event.Deleted<Service>) && !selector.isEmpty()) {
        var sorted = new TreeMap<>(selector);
        selectors.put(key, sorted);
        selectorsByLabel.computeIfAbsent(first(key, sorted), p -> new TreeMap<>()).put(key, sorted);
      }
    } finally {
      lock.unlock();
    }
  }

  private static Pair first(ObjectKey key, NavigableMap<String, String> selector) {
    var entry = selector.firstEntry();
    return new Pair(key.namespace(), entry.getKey(), entry.getValue());
  }

  private static <T> void drop(
      Map<Pair, NavigableMap<ObjectKey, T>> index, Pair pair, ObjectKey key) {
    index.computeIfPresent(
        pair,
        (p, entries) -> {
          entries.remove(key);
          return entries.isEmpty() ? null : entries;
        });
  }

  private SortedSet<ObjectKey> selecting(String namespace, Map<String, String> labels) {
    var found = new TreeSet<ObjectKey>();
    labels.forEach(
        (label, value) -> {
          var candidates = selectorsByLabel.get(new Pair(namespace, label, value));
          if (candidates != null) {
            candidates.forEach(
                (key, selector) -> {
                  if (selects(selector, labels)) {
                    found.add(key);
                  }
                });
          }
        });
    return found;
  }

  private static boolean selects(Map<String, String> selector, Map<String, String> labels) {
    for (var entry : selector.entrySet()) {
      if (!entry.getValue().equals(labels.get(entry.getKey()))) {
        return false;
      }
    }
    return true;
  }

  // ---- pods

  /** Applies a pod event; returns the services whose endpoints may change. */
  public Collection<ObjectKey> notePod(Event<Pod> event) {
    PodFacts now = event instanceof Event.Deleted<Pod> ? null : PodFacts.of(event.object());
    ObjectKey key = ObjectKey.of(event.object());
    lock.lock();
    try {
      PodFacts old = now == null ? pods.remove(key) : pods.put(key, now);
      if (old != null && (now == null || !old.labels().equals(now.labels()))) {
        old.labels().forEach((label, value) -> drop(podsByLabel, pair(key, label, value), key));
      }
      if (now != null) {
        now.labels()
            .forEach(
                (label, value) ->
                    podsByLabel
                        .computeIfAbsent(pair(key, label, value), p -> new TreeMap<>())
                        .put(key, now));
      }
      return concerned(key.namespace(), old, now);
    } finally {
      lock.unlock();
    }
  }

  private static Pair pair(ObjectKey key, String label, String value) {
    return new Pair(key.namespace(), label, value);
  }

  private SortedSet<ObjectKey> concerned(
      String namespace, @Nullable PodFacts old, @Nullable PodFacts now) {
    if (old == null || now == null) {
      PodFacts known = now == null ? old : now;
      return known == null ? new TreeSet<>() : selecting(namespace, known.labels());
    }
    boolean moves = now.movesFrom(old);
    boolean shows = now.showsAgainst(old);
    if (!moves && !shows) {
      return new TreeSet<>();
    }
    SortedSet<ObjectKey> after = selecting(namespace, now.labels());
    if (!moves) {
      return after;
    }
    SortedSet<ObjectKey> before = selecting(namespace, old.labels());
    var concerned = new TreeSet<>(before);
    concerned.addAll(after);
    if (!shows
        && now.hostname().equals(old.hostname())
        && now.subdomain().equals(old.subdomain())) {
      before.retainAll(after);
      concerned.removeAll(before);
    }
    return concerned;
  }

  /** The pods of a service, by name. */
  public List<PodFacts> of(Service service) {
    String namespace = service.getMetadata().getNamespace();
    Map<String, String> selector = Services.selector(service);
    lock.lock();
    try {
      NavigableMap<ObjectKey, PodFacts> fewest = null;
      for (var entry : selector.entrySet()) {
        var candidates = podsByLabel.get(new Pair(namespace, entry.getKey(), entry.getValue()));
        if (candidates == null) {
          return List.of();
        }
        if (fewest == null || candidates.size() < fewest.size()) {
          fewest = candidates;
        }
      }
      if (fewest == null) {
        return List.of();
      }
      var found = new ArrayList<PodFacts>(fewest.size());
      for (PodFacts pod : fewest.values()) {
        if (selector.size() == 1 || selects(selector, pod.labels())) {
          found.add(pod);
        }
      }
      return found;
    } finally {
      lock.unlock();
    }
  }
}
