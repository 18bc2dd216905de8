package io.coxswain.runtime.queue;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Retries at a short delay for the first failures of a key and at a long delay after that. */
final class FastSlowLimiter<K> implements RateLimiter<K> {
  private final Duration fast;
  private final Duration slow;
  private final int fastTries;
  private final Map<K, Integer> failures = new HashMap<>();

  FastSlowLimiter(Duration fast, Duration slow, int fastTries) {
    this.fast = fast;
    this.slow = slow;
    this.fastTries = fastTries;
  }

  @Override
  public Duration next(K key) {
    return failures.merge(key, 1, Integer::sum) <= fastTries ? fast : slow;
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
