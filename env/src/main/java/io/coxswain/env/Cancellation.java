package io.coxswain.env;

/**
 * A cheap cancellation check for computations that have no {@link Tasks}: it reads one field of the
 * calling thread, so it may be called in every iteration of a loop. In simulation tasks are
 * cancelled by other means and it never throws.
 */
public final class Cancellation {
  private Cancellation() {}

  /** Throws if the calling task has been cancelled or its request deadline has expired. */
  public static void check() throws CancelledException {
    if (Thread.currentThread().isInterrupted()) {
      throw new CancelledException();
    }
  }
}
