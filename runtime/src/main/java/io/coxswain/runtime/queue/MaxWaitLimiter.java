package io.coxswain.runtime.queue;

import java.time.Duration;

/** Caps the delay of another limiter. */
record MaxWaitLimiter<K>(RateLimiter<K> limiter, Duration longest) implements RateLimiter<K> {
  @Override
  public Duration next(K key) {
    Duration wait = limiter.next(key);
    return wait.compareTo(longest) > 0 ? longest : wait;
  }

  @Override
  public void forget(K key) {
    limiter.forget(key);
  }

  @Override
  public int failures(K key) {
    return limiter.failures(key);
  }
}
