package io.coxswain.runtime.queue;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Delays that double with each failure of a key, up to a longest, until the key is forgotten. Used
 * under the queue's lock.
 */
final class BackOff<K> {
  private final long firstNanos;
  private final long longestNanos;
  private final Map<K, Integer> failures = new HashMap<>();

  BackOff(Duration first, Duration longest) {
    if (first.isNegative() || first.isZero() || longest.compareTo(first) < 0) {
      throw new IllegalArgumentException("back-off from " + first + " to " + longest);
    }
    this.firstNanos = first.toNanos();
    this.longestNanos = longest.toNanos();
  }

  /** Counts a failure and returns the delay before the next try. */
  long nextNanos(K key) {
    int before = failures.merge(key, 1, Integer::sum) - 1;
    if (before >= Long.SIZE - 1 || firstNanos > longestNanos >> before) {
      return longestNanos;
    }
    return firstNanos << before;
  }

  void forget(K key) {
    failures.remove(key);
  }

  int failures(K key) {
    return failures.getOrDefault(key, 0);
  }
}
