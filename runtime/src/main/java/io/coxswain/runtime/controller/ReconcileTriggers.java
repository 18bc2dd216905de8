package io.coxswain.runtime.controller;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Why the keys of a controller were last asked to be looked at: eight causes each of those that
 * were last looked at. A program has some fifty controllers, so this is a few MiB in all.
 */
final class ReconcileTriggers<K> {
  private static final int PER_KEY = 8;
  private static final int KEYS = 512;

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<K, ArrayDeque<Cause>> byKey =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, ArrayDeque<Cause>> eldest) {
          return size() > KEYS;
        }
      };

  /** What happened; the text is made when somebody reads it. */
  record Cause(Instant at, String what, Object subject) {
    @Override
    public String toString() {
      return at + " " + what + " " + subject;
    }
  }

  void note(K key, Cause cause) {
    lock.lock();
    try {
      ArrayDeque<Cause> ring = byKey.computeIfAbsent(key, k -> new ArrayDeque<>(PER_KEY));
      if (ring.size() == PER_KEY) {
        ring.poll();
      }
      ring.add(cause);
    } finally {
      lock.unlock();
    }
  }

  /** The oldest first; empty when nothing is known of such a key. */
  List<Cause> of(String key) {
    lock.lock();
    try {
      for (var each : byKey.entrySet()) {
        if (each.getKey().toString().equals(key)) {
          return new ArrayList<>(each.getValue());
        }
      }
      return List.of();
    } finally {
      lock.unlock();
    }
  }

  List<String> keys() {
    lock.lock();
    try {
      return byKey.keySet().stream().map(Object::toString).sorted().toList();
    } finally {
      lock.unlock();
    }
  }
}
