package io.coxswain.runtime.queue;

import io.coxswain.env.Clock;
import java.time.Duration;

/** Determines the delay of failing keys. A queue calls its limiter under its lock. */
public interface RateLimiter<K> {

  /** Counts a failure of the key; returns its delay. */
  Duration next(K key);

  /** Resets the failures of the key. */
  void forget(K key);

  /** The number of failures of the key since it was last forgotten. */
  int failures(K key);

  /** {@code first}, doubling with each failure of the key, up to {@code longest}. */
  static <K> RateLimiter<K> exponential(Duration first, Duration longest) {
    return new ExponentialLimiter<>(first, longest);
  }

  /** A token bucket for all keys. */
  static <K> RateLimiter<K> bucket(Clock clock, double perSecond, int burst) {
    return new BucketLimiter<>(new TokenBucket(clock, perSecond, burst));
  }

  /** The longer delay of the two. */
  static <K> RateLimiter<K> longest(RateLimiter<K> one, RateLimiter<K> other) {
    return new MaxOfLimiter<>(one, other);
  }

  /** Caps the delay. */
  static <K> RateLimiter<K> atMost(RateLimiter<K> limiter, Duration longest) {
    return new MaxWaitLimiter<>(limiter, longest);
  }

  /** The short delay for the first failures of a key, then the long one. */
  static <K> RateLimiter<K> fastThenSlow(Duration fast, Duration slow, int fastTries) {
    return new FastSlowLimiter<>(fast, slow, fastTries);
  }

  /** The default limiter of client-go's queues. */
  static <K> RateLimiter<K> classic(Clock clock) {
    return longest(
        exponential(Duration.ofMillis(5), Duration.ofSeconds(1000)), bucket(clock, 10, 100));
  }
}
