package io.coxswain.env;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One daemon thread that keeps the time for all; each action runs on a virtual thread of its own.
 * Chores have a daemon thread for themselves, so that they hold up nobody else.
 */
final class ThreadTimers implements Timers {
  private static final Logger log = LoggerFactory.getLogger(ThreadTimers.class);

  private final ScheduledThreadPoolExecutor thread = daemon("timers");
  private final ScheduledThreadPoolExecutor chores = daemon("chores");

  private static ScheduledThreadPoolExecutor daemon(String name) {
    var thread =
        (ScheduledThreadPoolExecutor)
            Executors.newScheduledThreadPool(1, Thread.ofPlatform().name(name).daemon().factory());
    thread.setRemoveOnCancelPolicy(true);
    return thread;
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

  @Override
  public Timer chore(Duration delay, Runnable work) {
    ScheduledFuture<?> future =
        chores.schedule(
            () -> {
              try {
                work.run();
              } catch (RuntimeException | Error e) {
                log.error("a chore failed", e);
                throw e;
              }
            },
            delay.toNanos(),
            TimeUnit.NANOSECONDS);
    return () -> future.cancel(false);
  }
}
