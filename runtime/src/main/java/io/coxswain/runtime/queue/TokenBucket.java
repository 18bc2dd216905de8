package io.coxswain.runtime.queue;

import io.coxswain.env.Clock;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/** Token bucket with a burst size and a refill rate per second. */
public final class TokenBucket {
  private final Clock clock;
  private final double perSecond;
  private final int burst;
  private final ReentrantLock lock = new ReentrantLock();
  private double tokens;
  private long lastNanos;

  public TokenBucket(Clock clock, double perSecond, int burst) {
    if (perSecond <= 0 || burst < 1) {
      throw new IllegalArgumentException(
          perSecond + " requests per second with a burst of " + burst);
    }
    this.clock = clock;
    this.perSecond = perSecond;
    this.burst = burst;
    this.tokens = burst;
    this.lastNanos = clock.nanos();
  }

  /** Takes the next token; returns the time until it is available. */
  public Duration reserve() {
    lock.lock();
    try {
      long now = clock.nanos();
      tokens = Math.min(burst, tokens + (now - lastNanos) / 1e9 * perSecond);
      lastNanos = now;
      tokens -= 1;
      return tokens >= 0 ? Duration.ZERO : Duration.ofNanos(Math.round(-tokens / perSecond * 1e9));
    } finally {
      lock.unlock();
    }
  }
}
