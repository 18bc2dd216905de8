package io.coxswain.env;

import java.time.Duration;

/** Calls back later. */
public interface Timers {

  /**
   * Runs the action once, no earlier than the delay from now, on a task of its own. The action may
   * block.
   */
  Timer after(Duration delay, Runnable action);

  /**
   * Does a chore once, no earlier than the delay from now, when there is time for it: some work on
   * memory whose effect nobody can see and which never waits. All chores of a program take turns.
   */
  default Timer chore(Duration delay, Runnable work) {
    return after(delay, work);
  }

  /** A call-back that has been arranged. */
  interface Timer {
    /** Takes it back; has no effect on one that already began. */
    void cancel();
  }
}
