package io.coxswain.runtime.queue;

import io.coxswain.env.Clock;
import java.time.Duration;

/** How long failing keys wait. A queue calls its limiter under its lock. */
public interface RateLimiter<K> {

  /** Counts a failure of the key; how long it is to wait. */
  Duration next(K key);

  /** Ends the counting of the key's failures. */
  void forget(K key);

  /** How often the key failed since it was last forgotten. */
  int failures(K key);

  /** {@code first}, doubling with each failure of the key, up to {@code longest}. */
  static <K> RateLimiter<K> exponential(Duration first, Duration longest) {
    return new ExponentialLimiter<>(first, longest);
  }

  /** So many a second over all keys, after so many at once. */
  static <K> RateLimiter<K> bucket(Clock clock, double perSecond, int burst) {
    return new BucketLimiter<>(new TokenBucket(clock, perSecond, burst));
  }

  /** The longer wait of the two. */
  static <K> RateLimiter<K> longest(RateLimiter<K> one, RateLimiter<K> other) {
    return new MaxOfLimiter<>(one, other);
  }

  /** Never longer than that. */
  static <K> RateLimiter<K> atMost(RateLimiter<K> limiter, Duration longest) {
    return new MaxWaitLimiter<>(limiter, longest);
  }

  /** The short wait for the first failures of a key, then the long one. */
  static <K> RateLimiter<K> fastThenSlow(Duration fast, Duration slow, int fastTries) {
    return new FastSlowLimiter<>(fast, slow, fastTries);
  }

  /** What client-go's queues have unless told otherwise. */
  static <K> RateLimiter<K> classic(Clock clock) {
    return longest(
        exponential(Duration.ofMillis(5), Duration.ofSeconds(1000)), bucket(clock, 10, 100));
  }
}
