package io.coxswain.env;

import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** This program as the operating system sees it. For main methods alone. */
public final class Program {
  private static final int RUNNING = -1;
  private static final int MAX_STOP_SECONDS = 30;

  private static final AtomicInteger exitCode = new AtomicInteger(RUNNING);
  private static final CountDownLatch ended = new CountDownLatch(1);

  private Program() {}

  /**
   * When the virtual machine started. Not when the process did: that was the launcher's shell,
   * which may have spent minutes building.
   */
  public static Instant startedAt() {
    return Instant.ofEpochMilli(ManagementFactory.getRuntimeMXBean().getStartTime());
  }

  /**
   * Runs the action when the program is asked to stop (SIGTERM, SIGINT, SIGHUP). The action must
   * lead to a call of {@link #exit}, whose code then becomes the program's: the virtual machine by
   * itself would report the signal instead. Closing what is returned takes the action back.
   */
  public static Registration onStopSignal(Runnable action) {
    Thread hook = Thread.ofPlatform().name("stop").unstarted(() -> stopBySignal(action));
    Runtime.getRuntime().addShutdownHook(hook);
    return () -> {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        // the program is being stopped: the action has run or is about to
      }
    };
  }

  /**
   * Runs the action at each SIGINT (Ctrl-C), which from then on does not end the program, until
   * what is returned is closed. Where the machine does not let signals be caught, nothing changes.
   */
  public static Registration onInterrupt(Runnable action) {
    return InterruptSignal.caughtBy(action);
  }

  /** Something that is registered until it is closed. */
  public interface Registration extends AutoCloseable {
    @Override
    void close();
  }

  private static void stopBySignal(Runnable action) {
    if (exitCode.get() != RUNNING) {
      return; // it ends by itself
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
