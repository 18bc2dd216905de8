package io.coxswain.sim;

import io.coxswain.env.Timers;
import java.time.Duration;

/**
 * Callbacks in virtual time; callbacks for the same instant start in the order of their
 * registration.
 */
final class VirtualTimers implements Timers {
  private final Baton baton;
  private final SeededTasks tasks;

  VirtualTimers(Baton baton, SeededTasks tasks) {
    this.baton = baton;
    this.tasks = tasks;
  }

  @Override
  public Timer after(Duration delay, Runnable action) {
    baton.checkAlive();
    long nanos = Math.max(0, delay.toNanos());
    var alarm = baton.alarm(nanos, () -> tasks.start("timer", action::run));
    return () -> baton.cancel(alarm);
  }

  /** Runs when time moves past it for another reason; draws nothing and moves nothing itself. */
  @Override
  public Timer maintenance(Duration delay, Runnable work) {
    var alarm = baton.maintenance(Math.max(0, delay.toNanos()), work);
    return () -> baton.cancel(alarm);
  }
}
