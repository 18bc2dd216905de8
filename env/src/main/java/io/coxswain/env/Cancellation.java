package io.coxswain.env;

/**
 * A cheap check for computations that know no {@link Tasks}: it reads one field of the calling
 * thread, so it may stand at the head of any loop. In simulation tasks are cancelled by other means
 * and it never throws.
 */
public final class Cancellation {
  private Cancellation() {}

  /** Throws if the calling task has been cancelled, or its request has run out of time. */
  public static void check() throws CancelledException {
    if (Thread.currentThread().isInterrupted()) {
      throw new CancelledException();
    }
  }
}
