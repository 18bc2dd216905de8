package io.coxswain.runtime.controller;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Why the keys of a controller were enqueued: the last eight triggers of each recently reconciled
 * key. With some fifty controllers in a program this takes a few MiB in total.
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

  /** A trigger; its text is formatted when it is read. */
  record Cause(Instant at, String description, Object subject) {
    @Override
    public String toString() {
      return at + " " + description + " " + subject;
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

  /** Oldest first; empty if the key is unknown. */
  List<Cause> of(String key) {
    lock.lock();
    try {
      for (var entry : byKey.entrySet()) {
        if (entry.getKey().toString().equals(key)) {
          return new ArrayList<>(entry.getValue());
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
