package io.coxswain.runtime.testing;

import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Clock;
import io.coxswain.env.Tasks;
import java.time.Duration;
import java.time.Instant;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/** Time that stands still until a test advances it; sleepers wait for that. */
public final class SteppedTime implements Clock {
  private static final Instant ORIGIN = Instant.parse("2026-01-01T00:00:00Z");

  private final AtomicLong nanos = new AtomicLong();

  /** When each sleep ends. A sleep that is over does not count, even before its task has run. */
  private final Queue<Long> sleeps = new ConcurrentLinkedQueue<>();

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
    Long due = nanos.get() + duration.toNanos();
    sleeps.add(due);
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
      sleeps.remove(due);
    }
  }

  /** Waits until a task sleeps past the current time, then advances the clock. */
  public void advance(Duration by) {
    while (true) {
      long seen = slept.rings();
      if (sleeps.stream().anyMatch(due -> due > nanos.get())) {
        break;
      }
      slept.await(seen);
    }
    nanos.addAndGet(by.toNanos());
    moved.ring();
  }
}
