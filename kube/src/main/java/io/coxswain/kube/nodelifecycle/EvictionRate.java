package io.coxswain.kube.nodelifecycle;

import java.time.Duration;
import java.util.Optional;

/** A token bucket with a burst of one; a rate of 0 allows nothing. Guarded by its owner. */
final class EvictionRate {
  /** Compensates for rounding of fractions. */
  private static final double ALMOST = 1e-9;

  private final double perSecond;
  private double tokens;
  private long lastNanos;

  EvictionRate(double perSecond, long nowNanos) {
    this.perSecond = perSecond;
    this.tokens = 1;
    this.lastNanos = nowNanos;
  }

  boolean tryTake(long nowNanos) {
    if (perSecond <= 0) {
      return false;
    }
    earn(nowNanos);
    if (tokens < 1 - ALMOST) {
      return false;
    }
    tokens = Math.max(0, tokens - 1);
    return true;
  }

  /** Time until the next token; empty if there will be none. */
  Optional<Duration> untilNext(long nowNanos) {
    if (perSecond <= 0) {
      return Optional.empty();
    }
    earn(nowNanos);
    double missing = Math.max(0, 1 - tokens);
    return Optional.of(Duration.ofNanos((long) Math.ceil(missing / perSecond * 1e9)));
  }

  private void earn(long nowNanos) {
    tokens = Math.min(1, tokens + (nowNanos - lastNanos) / 1e9 * perSecond);
    lastNanos = nowNanos;
  }

  /** Changes the rate and restarts the wait. */
  EvictionRate changedTo(double otherPerSecond, long nowNanos) {
    if (otherPerSecond == perSecond) {
      return this;
    }
    var changed = new EvictionRate(otherPerSecond, nowNanos);
    if (!tryTake(nowNanos)) {
      changed.tokens = 0;
    }
    return changed;
  }
}
