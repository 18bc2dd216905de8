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
 * <p>Nothing restarts such a task, so a program with a dead task is unhealthy: its health checks
 * fail, its metrics show it and managers stop. If the JVM itself is broken, in particular if it is
 * out of memory, the process is halted immediately with the exit code of {@code
 * -XX:+ExitOnOutOfMemoryError}. Code that handles a single request or key catches {@link #isLocal
 * local} errors itself, so that no client can stop the program with a deeply nested document.
 *
 * <p>Thread-safe. The simulator has its own rule: an error in a task ends the simulation.
 */
public final class TaskFailures {
  private static final Logger log = LoggerFactory.getLogger(TaskFailures.class);

  /** The exit code of the JVM for the same reason. */
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

  /** The failures of this process. */
  static TaskFailures ofProcess() {
    return new TaskFailures(() -> Runtime.getRuntime().halt(OUT_OF_MEMORY));
  }

  /** For programs that end by other means when a task dies. */
  public static TaskFailures none() {
    return new TaskFailures(() -> {});
  }

  /**
   * Whether an error affects only the current work item: a stack overflow, or a class that cannot
   * be loaded. All other errors, such as a lack of memory, must propagate.
   */
  public static boolean isLocal(Throwable error) {
    return error instanceof StackOverflowError || error instanceof LinkageError;
  }

  /** Records the death of a task; halts the process if the JVM is broken. */
  public TaskDiedException died(String task, Error error) {
    if (error instanceof VirtualMachineError && !isLocal(error)) {
      try {
        log.atError()
            .addKeyValue("task", task)
            .addKeyValue("error", error.getClass().getName())
            .log("Fatal JVM error in task, exiting");
      } finally {
        halt.run();
      }
    }
    var failure = new TaskDiedException(task, error);
    if (first == null) {
      first = failure;
    }
    count.incrementAndGet();
    log.atError().addKeyValue("task", task).setCause(error).log("Task died");
    listeners.forEach(listener -> listener.accept(failure));
    return failure;
  }

  /** The number of tasks that have died. */
  public long count() {
    return count.get();
  }

  /** Calls the listener for each task that dies from now on. */
  public void listen(Consumer<Exception> listener) {
    listeners.add(listener);
  }

  /** Removes the listener. */
  public void forget(Consumer<Exception> listener) {
    listeners.remove(listener);
  }

  /**
   * Fails if a task has died; for health checks.
   *
   * @throws TaskDiedException for the first one
   */
  public void check() throws TaskDiedException {
    TaskDiedException died = first;
    if (died != null) {
      throw died;
    }
  }
}
