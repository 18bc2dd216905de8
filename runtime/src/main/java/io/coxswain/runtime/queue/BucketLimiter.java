package io.coxswain.runtime.queue;

import java.time.Duration;

/** One bucket for all keys. */
record BucketLimiter<K>(TokenBucket bucket) implements RateLimiter<K> {
  @Override
  public Duration next(K key) {
    return bucket.reserve();
  }

  @Override
  public void forget(K key) {}

  @Override
  public int failures(K key) {
    return 0;
  }
}
