package io.coxswain.env;

/**
 * Cooperating threads of control. In production each is a virtual thread; in simulation exactly one
 * runs at a time.
 */
public interface Tasks {

  /**
   * Starts a task. Its exception is kept for {@link Task#join}; a failed task that is never joined
   * is logged. A task that dies of an {@link Error} is recorded in {@link #failures}.
   *
   * @param name for logs, traces and thread dumps
   */
  Task spawn(String name, Body body);

  /** Creates an event count on which tasks wait for one another. */
  Bell newBell();

  /** Gives other tasks a chance to run. */
  void pause() throws CancelledException;

  /**
   * Throws if the calling task has been cancelled; for long computations without a blocking point.
   */
  void checkCancelled() throws CancelledException;

  /**
   * The tasks that died of errors; always empty in environments where such an error ends the
   * program.
   */
  default TaskFailures failures() {
    return TaskFailures.none();
  }

  /** The code of a task. */
  @FunctionalInterface
  interface Body {
    void run() throws Exception;
  }
}
