package io.coxswain.env;

import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The process of this program. For main methods only. */
public final class Program {
  private static final int RUNNING = -1;
  private static final int MAX_STOP_SECONDS = 30;

  private static final AtomicInteger exitCode = new AtomicInteger(RUNNING);
  private static final CountDownLatch ended = new CountDownLatch(1);

  private Program() {}

  /**
   * The start time of the JVM. The process itself may have started earlier, as the launcher's
   * shell, which may have spent minutes building.
   */
  public static Instant startedAt() {
    return Instant.ofEpochMilli(ManagementFactory.getRuntimeMXBean().getStartTime());
  }

  /**
   * Runs the action on SIGTERM, SIGINT and SIGHUP. The action must lead to a call of {@link #exit}
   * with the exit code of the program; otherwise the JVM reports the signal. Closing the result
   * unregisters the action.
   */
  public static Registration onStopSignal(Runnable action) {
    Thread hook = Thread.ofPlatform().name("stop").unstarted(() -> stopBySignal(action));
    Runtime.getRuntime().addShutdownHook(hook);
    return () -> {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        // the program is stopping: the action has run or is about to
      }
    };
  }

  /**
   * Runs the action on each SIGINT (Ctrl-C), which then no longer ends the program until the result
   * is closed. Has no effect on platforms without signal handlers.
   */
  public static Registration onInterrupt(Runnable action) {
    return InterruptSignal.caughtBy(action);
  }

  /** A registration that ends when it is closed. */
  public interface Registration extends AutoCloseable {
    @Override
    void close();
  }

  private static void stopBySignal(Runnable action) {
    if (exitCode.get() != RUNNING) {
      return; // ends by itself
    }
    action.run();
    try {
      if (ended.await(MAX_STOP_SECONDS, TimeUnit.SECONDS)) {
        Runtime.getRuntime().halt(exitCode.get());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(1);
  }

  /** Ends the program. */
  public static void exit(int code) {
    if (exitCode.compareAndSet(RUNNING, code)) {
      ended.countDown();
      System.exit(code);
    }
  }
}
