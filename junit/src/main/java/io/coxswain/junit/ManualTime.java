package io.coxswain.junit;

import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Clock;
import io.coxswain.env.Tasks;
import io.coxswain.env.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The time of a server, controlled by the test: timestamps, the expiry of events and tokens, and
 * the timers of controllers follow it. Clients have their own clocks.
 */
public final class ManualTime {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final Tasks tasks;
  private final Bell bell;
  private final PriorityQueue<Alarm> alarms = new PriorityQueue<>();
  private Duration passed = Duration.ZERO;
  private long ordered;

  ManualTime(Tasks tasks) {
    this.tasks = tasks;
    this.bell = tasks.newBell();
  }

  /** The current time of the server. */
  public Instant now() {
    return START.plus(passed());
  }

  /**
   * Advances the time. Actions that become due are started in order; a test waits for their
   * effects.
   */
  public void advance(Duration step) {
    if (step.isNegative()) {
      throw new IllegalArgumentException("time does not go back: " + step);
    }
    for (Alarm alarm : due(step)) {
      var _ = tasks.spawn("timer", alarm.action::run);
    }
    bell.ring();
  }

  private synchronized List<Alarm> due(Duration step) {
    passed = passed.plus(step);
    var due = new ArrayList<Alarm>();
    while (!alarms.isEmpty() && alarms.peek().at.compareTo(passed) <= 0) {
      due.add(alarms.remove());
    }
    return due;
  }

  private synchronized Duration passed() {
    return passed;
  }

  private synchronized Timers.Timer arrange(Duration delay, Runnable action) {
    var alarm = new Alarm(passed.plus(delay), ordered++, action);
    alarms.add(alarm);
    return () -> forget(alarm);
  }

  private synchronized void forget(Alarm alarm) {
    alarms.remove(alarm);
  }

  Clock clock() {
    return new Clock() {
      @Override
      public Instant now() {
        return ManualTime.this.now();
      }

      @Override
      public long nanos() {
        return passed().toNanos();
      }

      @Override
      public void sleep(Duration duration) throws CancelledException {
        Duration end = passed().plus(duration);
        while (true) {
          long seen = bell.rings();
          if (passed().compareTo(end) >= 0) {
            return;
          }
          bell.await(seen);
        }
      }
    };
  }

  Timers timers() {
    return (delay, action) -> {
      if (delay.isPositive()) {
        return arrange(delay, action);
      }
      var _ = tasks.spawn("timer", action::run);
      return () -> {};
    };
  }

  private record Alarm(Duration at, long order, Runnable action) implements Comparable<Alarm> {
    @Override
    public int compareTo(Alarm other) {
      int byTime = at.compareTo(other.at);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }
}
