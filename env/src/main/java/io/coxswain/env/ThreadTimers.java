package io.coxswain.env;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One daemon thread fires all timers; each action runs on its own virtual thread. Maintenance tasks
 * have their own daemon thread, so that they delay no other action.
 */
final class ThreadTimers implements Timers {
  private static final Logger log = LoggerFactory.getLogger(ThreadTimers.class);

  private final TaskFailures failures;
  private final ScheduledThreadPoolExecutor thread = daemon("timers");
  private final ScheduledThreadPoolExecutor maintenanceTasks = daemon("maintenance");

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
  public Timer maintenance(Duration delay, Runnable work) {
    ScheduledFuture<?> future =
        maintenanceTasks.schedule(
            () -> guarded("maintenance", work), delay.toNanos(), TimeUnit.NANOSECONDS);
    return () -> future.cancel(false);
  }

  private void guarded(String name, Runnable action) {
    try {
      action.run();
    } catch (CancelledException e) {
      log.atTrace().addKeyValue("action", name).log("Timer action was cancelled");
    } catch (RuntimeException e) {
      log.atError().addKeyValue("action", name).setCause(e).log("Timer action failed");
    } catch (Error e) {
      var _ = failures.died(name, e);
    }
  }
}
