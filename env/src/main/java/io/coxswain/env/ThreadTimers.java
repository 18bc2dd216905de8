package io.coxswain.env;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * One daemon thread that keeps the time for all; each action runs on a virtual thread of its own.
 */
final class ThreadTimers implements Timers {
  private final ScheduledThreadPoolExecutor thread;

  ThreadTimers() {
    thread =
        (ScheduledThreadPoolExecutor)
            Executors.newScheduledThreadPool(
                1, Thread.ofPlatform().name("timers").daemon().factory());
    thread.setRemoveOnCancelPolicy(true);
  }

  @Override
  public Timer after(Duration delay, Runnable action) {
    ScheduledFuture<?> future =
        thread.schedule(
            () -> {
              Thread.ofVirtual().name("timer").start(action);
            },
            delay.toNanos(),
            TimeUnit.NANOSECONDS);
    return () -> future.cancel(false);
  }
}
