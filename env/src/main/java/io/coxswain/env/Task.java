package io.coxswain.env;

import java.time.Duration;
import java.util.Optional;

/** A running or finished thread of control. */
public interface Task {

  String name();

  /**
   * Asks the task to stop: its present or next blocking point throws {@link CancelledException}.
   */
  void cancel();

  boolean isDone();

  /** Waits until the task has ended, however it ended. */
  void join() throws CancelledException;

  /** Waits at most the given time; true when the task has ended. */
  boolean join(Duration atMost) throws CancelledException;

  /**
   * What ended the task, if it was not a normal return. Empty while it runs and after a
   * cancellation.
   */
  Optional<Exception> failure();
}
