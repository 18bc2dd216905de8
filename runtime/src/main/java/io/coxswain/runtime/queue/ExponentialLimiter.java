package io.coxswain.runtime.queue;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Delays that double with each failure of a key, up to a maximum, until the key is forgotten. */
final class ExponentialLimiter<K> implements RateLimiter<K> {
  private final long firstNanos;
  private final long longestNanos;
  private final Map<K, Integer> failures = new HashMap<>();

  ExponentialLimiter(Duration first, Duration longest) {
    if (first.isNegative() || first.isZero() || longest.compareTo(first) < 0) {
      throw new IllegalArgumentException("back-off from " + first + " to " + longest);
    }
    this.firstNanos = first.toNanos();
    this.longestNanos = longest.toNanos();
  }

  @Override
  public Duration next(K key) {
    int before = failures.merge(key, 1, Integer::sum) - 1;
    if (before >= Long.SIZE - 1 || firstNanos > longestNanos >> before) {
      return Duration.ofNanos(longestNanos);
    }
    return Duration.ofNanos(firstNanos << before);
  }

  @Override
  public void forget(K key) {
    failures.remove(key);
  }

  @Override
  public int failures(K key) {
    return failures.getOrDefault(key, 0);
  }
}
