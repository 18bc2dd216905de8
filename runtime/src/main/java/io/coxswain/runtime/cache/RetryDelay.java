package io.coxswain.runtime.cache;

import io.coxswain.env.CancelledException;
import io.coxswain.env.Clock;
import io.coxswain.env.Entropy;
import java.time.Duration;

/**
 * The backoff between failing requests: 0.8 s, doubling up to 30 s, with a jitter of up to 100 %;
 * reset after two minutes without use.
 */
final class RetryDelay {
  private static final long FIRST = Duration.ofMillis(800).toNanos();
  private static final long MAX_DELAY = Duration.ofSeconds(30).toNanos();
  private static final long RESET = Duration.ofMinutes(2).toNanos();

  private final Clock clock;
  private final Entropy entropy;
  private long next = FIRST;
  private long lastUse;

  RetryDelay(Clock clock, Entropy entropy) {
    this.clock = clock;
    this.entropy = entropy;
    this.lastUse = clock.nanos();
  }

  void sleep() throws CancelledException {
    long now = clock.nanos();
    if (now - lastUse > RESET) {
      next = FIRST;
    }
    long wait = (long) (next * (1 + entropy.nextDouble()));
    next = Math.min(2 * next, MAX_DELAY);
    lastUse = now + wait;
    clock.sleep(Duration.ofNanos(wait));
  }
}
