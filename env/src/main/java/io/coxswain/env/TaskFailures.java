package io.coxswain.env;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tasks and timer actions of a program that died of an {@link Error}.
 *
 * <p>Nothing restarts such a task, so a program with a dead one is unhealthy: its health checks
 * fail, its metrics show it and managers end. When the virtual machine itself is broken, in
 * particular when it is out of memory, the process is halted at once with the code of {@code
 * -XX:+ExitOnOutOfMemoryError}. Work that belongs to one request or one key catches {@link #isLocal
 * local} errors itself, so that no client can end the program by a deep document.
 *
 * <p>Thread-safe. The simulator has its own rule: an error of a task ends the simulation.
 */
public final class TaskFailures {
  private static final Logger log = LoggerFactory.getLogger(TaskFailures.class);

  /** What the JVM exits with by itself for the same reason. */
  private static final int OUT_OF_MEMORY = 3;

  private final Runnable halt;
  private final AtomicLong count = new AtomicLong();
  private final List<Consumer<Exception>> listeners = new CopyOnWriteArrayList<>();
  private volatile @Nullable TaskDiedException first;

  /**
   * @param halt ends the process without running anything else
   */
  TaskFailures(Runnable halt) {
    this.halt = halt;
  }

  /** Those of the real process. */
  static TaskFailures ofProcess() {
    return new TaskFailures(() -> Runtime.getRuntime().halt(OUT_OF_MEMORY));
  }

  /** Those of a program that ends by other means when a task dies. */
  public static TaskFailures none() {
    return new TaskFailures(() -> {});
  }

  /**
   * Whether an error concerns only the work at hand: a stack overflow, or a class that cannot be
   * loaded. Everything else, such as a lack of memory, must be left to pass.
   */
  public static boolean isLocal(Throwable error) {
    return error instanceof StackOverflowError || error instanceof LinkageError;
  }

  /** Records that something died; halts the process if the virtual machine is broken. */
  public TaskDiedException died(String task, Error error) {
    if (error instanceof VirtualMachineError && !isLocal(error)) {
      try {
        log.error("task {} ran into {}, exiting", task, error.getClass().getName());
      } finally {
        halt.run();
      }
    }
    var failure = new TaskDiedException(task, error);
    if (first == null) {
      first = failure;
    }
    count.incrementAndGet();
    log.error("task {} died", task, error);
    listeners.forEach(listener -> listener.accept(failure));
    return failure;
  }

  /** How many have died. */
  public long count() {
    return count.get();
  }

  /** Calls the listener for each that dies from now on. */
  public void listen(Consumer<Exception> listener) {
    listeners.add(listener);
  }

  /** No longer calls the listener. */
  public void forget(Consumer<Exception> listener) {
    listeners.remove(listener);
  }

  /**
   * For health checks.
   *
   * @throws TaskDiedException the first of them
   */
  public void check() throws TaskDiedException {
    TaskDiedException died = first;
    if (died != null) {
      throw died;
    }
  }
}
