package io.coxswain.apiserver.crd;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Caches results computed from a text for later requests with the same text. Shared between
 * servers, bounded, and without effect on results.
 */
final class ContentCache<V> {
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, V> known;

  ContentCache(int most) {
    this.known =
        new LinkedHashMap<>(16, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
            return size() > most;
          }
        };
  }

  V get(String content, Supplier<V> make) {
    V value = find(content);
    if (value == null) {
      value = make.get();
      lock.lock();
      try {
        known.put(content, value);
      } finally {
        lock.unlock();
      }
    }
    return value;
  }

  private @Nullable V find(String content) {
    lock.lock();
    try {
      return known.get(content);
    } finally {
      lock.unlock();
    }
  }
}
