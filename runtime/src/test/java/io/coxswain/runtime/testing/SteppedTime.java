package io.coxswain.runtime.testing;

import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Clock;
import io.coxswain.env.Tasks;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Time that stands still until a test moves it; whoever sleeps waits for that. */
public final class SteppedTime implements Clock {
  private static final Instant ORIGIN = Instant.parse("2026-01-01T00:00:00Z");

  private final AtomicLong nanos = new AtomicLong();
  private final AtomicInteger sleepers = new AtomicInteger();
  private final Bell moved;
  private final Bell slept;

  public SteppedTime(Tasks tasks) {
    this.moved = tasks.newBell();
    this.slept = tasks.newBell();
  }

  @Override
  public Instant now() {
    return ORIGIN.plusNanos(nanos.get());
  }

  @Override
  public long nanos() {
    return nanos.get();
  }

  @Override
  public void sleep(Duration duration) throws CancelledException {
    long due = nanos.get() + duration.toNanos();
    sleepers.incrementAndGet();
    slept.ring();
    try {
      while (true) {
        long seen = moved.rings();
        if (nanos.get() >= due) {
          return;
        }
        moved.await(seen);
      }
    } finally {
      sleepers.decrementAndGet();
    }
  }

  /** Waits until somebody sleeps, then moves the clock. */
  public void advance(Duration by) {
    while (true) {
      long seen = slept.rings();
      if (sleepers.get() > 0) {
        break;
      }
      slept.await(seen);
    }
    nanos.addAndGet(by.toNanos());
    moved.ring();
  }
}
