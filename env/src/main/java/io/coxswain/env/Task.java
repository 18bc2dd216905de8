package io.coxswain.env;

import java.time.Duration;
import java.util.Optional;

/** A running or finished thread of control. */
public interface Task {

  String name();

  /**
   * Requests cancellation: the current or next blocking point of the task throws {@link
   * CancelledException}.
   */
  void cancel();

  boolean isDone();

  /** Waits until the task has ended, in whatever way. */
  void join() throws CancelledException;

  /** Waits with a timeout; true if the task has ended. */
  boolean join(Duration atMost) throws CancelledException;

  /**
   * The exception that ended the task. Empty while it runs, after a normal return and after a
   * cancellation.
   */
  Optional<Exception> failure();
}
