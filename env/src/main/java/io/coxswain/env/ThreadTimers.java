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

  private final TaskFailures failures;
  private final ScheduledThreadPoolExecutor thread = daemon("timers");
  private final ScheduledThreadPoolExecutor chores = daemon("chores");

  ThreadTimers() {
    this(TaskFailures.ofProcess());
  }

  ThreadTimers(TaskFailures failures) {
    this.failures = failures;
  }

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
              Thread.ofVirtual().name("timer").start(() -> guarded("timer", action));
            },
            delay.toNanos(),
            TimeUnit.NANOSECONDS);
    return () -> future.cancel(false);
  }

  @Override
  public Timer chore(Duration delay, Runnable work) {
    ScheduledFuture<?> future =
        chores.schedule(() -> guarded("maintenance", work), delay.toNanos(), TimeUnit.NANOSECONDS);
    return () -> future.cancel(false);
  }

  private void guarded(String name, Runnable action) {
    try {
      action.run();
    } catch (CancelledException e) {
      log.trace("a {} action was cancelled", name);
    } catch (RuntimeException e) {
      log.error("a {} action failed", name, e);
    } catch (Error e) {
      var _ = failures.died(name, e);
    }
  }
}
