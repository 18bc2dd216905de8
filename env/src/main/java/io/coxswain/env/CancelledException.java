package io.coxswain.env;

/** Thrown at a blocking point of a cancelled task. The task should let it propagate. */
public final class CancelledException extends RuntimeException {
  public CancelledException() {
    super("cancelled");
  }
}
