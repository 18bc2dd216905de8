package io.coxswain.runtime.queue;

import java.time.Duration;

/** The longer delay of two limiters. */
record MaxOfLimiter<K>(RateLimiter<K> one, RateLimiter<K> other) implements RateLimiter<K> {
  @Override
  public Duration next(K key) {
    Duration a = one.next(key);
    Duration b = other.next(key);
    return a.compareTo(b) > 0 ? a : b;
  }

  @Override
  public void forget(K key) {
    one.forget(key);
    other.forget(key);
  }

  @Override
  public int failures(K key) {
    return Math.max(one.failures(key), other.failures(key));
  }
}
