package io.coxswain.env;

import java.time.Duration;

/** Runs actions later. */
public interface Timers {

  /**
   * Runs the action once, no earlier than after the delay, on its own task. The action may block.
   */
  Timer after(Duration delay, Runnable action);

  /**
   * Runs a maintenance task once, no earlier than after the delay, when there is time for it: work
   * on memory that has no observable effect and never blocks. All maintenance tasks of a program
   * run one after the other.
   */
  default Timer maintenance(Duration delay, Runnable work) {
    return after(delay, work);
  }

  /** A scheduled action. */
  interface Timer {
    /** Cancels the action; has no effect once it has started. */
    void cancel();
  }
}
