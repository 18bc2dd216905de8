package io.coxswain.env;

import java.time.Duration;

/**
 * An event count on which tasks wait for each other. A waiter reads {@link #rings()}
 * <em>before</em> it inspects the shared state and, if there is no work, awaits a ring after that
 * number; a task that changes the state rings afterwards. No ring between the inspection and the
 * wait is missed, and no lock is held while waiting.
 */
public interface Bell {

  /** The number of rings so far. */
  long rings();

  /** Waits until the number of rings exceeds {@code seen}. */
  void await(long seen) throws CancelledException;

  /** As {@link #await(long)} with a timeout; false if it expires without a ring. */
  boolean await(long seen, Duration atMost) throws CancelledException;

  /** Wakes all waiters. */
  void ring();
}
