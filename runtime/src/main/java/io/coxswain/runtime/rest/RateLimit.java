package io.coxswain.runtime.rest;

import io.coxswain.env.CancelledException;
import io.coxswain.env.Clock;
import io.coxswain.runtime.queue.TokenBucket;
import java.time.Duration;

/** Limits the rate of requests, with a burst. */
public final class RateLimit {
  private final Clock clock;
  private final TokenBucket bucket;

  public RateLimit(Clock clock, double perSecond, int burst) {
    this.clock = clock;
    this.bucket = new TokenBucket(clock, perSecond, burst);
  }

  /** Waits for a token; returns how long that took. */
  long await() throws CancelledException {
    Duration wait = bucket.reserve();
    clock.sleep(wait);
    return wait.toNanos();
  }
}
