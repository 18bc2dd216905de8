package io.coxswain.runtime.testing;

import io.coxswain.env.Clock;
import io.coxswain.env.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Time that stands still until a test advances it. Timers fire on the advancing thread. */
public final class ManualTime implements Clock, Timers {
  private static final Instant ORIGIN = Instant.parse("2026-01-01T00:00:00Z");

  private final List<Pending> pending = new ArrayList<>();
  private final List<Duration> slept = new ArrayList<>();
  private long nanos;

  private record Pending(long due, Runnable action) {}

  @Override
  public synchronized Instant now() {
    return ORIGIN.plusNanos(nanos);
  }

  @Override
  public synchronized long nanos() {
    return nanos;
  }

  /** Sleeping takes no time, but is recorded and advances the clock. */
  @Override
  public void sleep(Duration duration) {
    synchronized (this) {
      slept.add(duration);
    }
    advance(duration);
  }

  public synchronized List<Duration> slept() {
    return List.copyOf(slept);
  }

  @Override
  public synchronized Timer after(Duration delay, Runnable action) {
    var timer = new Pending(nanos + delay.toNanos(), action);
    pending.add(timer);
    return () -> cancel(timer);
  }

  private synchronized void cancel(Pending timer) {
    pending.remove(timer);
  }

  public synchronized int timers() {
    return pending.size();
  }

  /** Advances the clock, stopping at each timer that becomes due. */
  public void advance(Duration by) {
    long until;
    synchronized (this) {
      until = nanos + by.toNanos();
    }
    while (true) {
      Pending next;
      synchronized (this) {
        next =
            pending.stream()
                .filter(p -> p.due <= until)
                .min(Comparator.comparingLong(Pending::due))
                .orElse(null);
        nanos = next == null ? Math.max(nanos, until) : Math.max(nanos, next.due);
        pending.remove(next);
      }
      if (next == null) {
        return;
      }
      next.action.run();
    }
  }
}
