package io.coxswain.env;

import java.time.Duration;

/**
 * Where tasks wait for each other: an event count. A waiter reads {@link #rings()} <em>before</em>
 * it looks at the shared state and, if there is nothing to do, awaits a ring after that number;
 * whoever changes the state rings afterwards. No ring between the look and the wait can be missed,
 * and no lock is held while waiting.
 */
public interface Bell {

  /** How often the bell has rung so far. */
  long rings();

  /** Waits until the bell has rung more often than {@code seen}. */
  void await(long seen) throws CancelledException;

  /**
   * As {@link #await(long)}, but at most the given time; false when the time passed without a ring.
   */
  boolean await(long seen, Duration atMost) throws CancelledException;

  /** Wakes all who wait. */
  void ring();
}
