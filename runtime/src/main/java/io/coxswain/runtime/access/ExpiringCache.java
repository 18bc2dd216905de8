package io.coxswain.runtime.access;

import io.coxswain.env.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/** A cache of results that expire; the oldest are dropped when it is full. */
final class ExpiringCache<K, V> {
  private static final int MAX_COUNT = 4096;

  private final Clock clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<K, Entry<V>> entries = new LinkedHashMap<>();

  private record Entry<V>(V value, long untilNanos) {}

  ExpiringCache(Clock clock) {
    this.clock = clock;
  }

  Optional<V> find(K key) {
    lock.lock();
    try {
      Entry<V> found = entries.get(key);
      return found == null || found.untilNanos <= clock.nanos()
          ? Optional.empty()
          : Optional.of(found.value);
    } finally {
      lock.unlock();
    }
  }

  void put(K key, V value, Duration time) {
    lock.lock();
    try {
      entries.remove(key);
      entries.put(key, new Entry<>(value, clock.nanos() + time.toNanos()));
      if (entries.size() > MAX_COUNT) {
        entries.remove(entries.keySet().iterator().next());
      }
    } finally {
      lock.unlock();
    }
  }
}
