package io.coxswain.kube.nodelifecycle;

import java.time.Duration;
import java.util.Optional;

/** Lets one pass, and then so many a second; none at all at rate 0. Guarded by its owner. */
final class EvictionRate {
  /** Sums of fractions fall short of the whole. */
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

  /** How long until the next may pass; empty when none may. */
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

  /** Another rate from now on; whoever had to wait before has to wait again. */
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
