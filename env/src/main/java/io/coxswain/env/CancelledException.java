package io.coxswain.env;

/** Thrown at a blocking point of a task that was told to stop. Let it end the task. */
public final class CancelledException extends RuntimeException {
  public CancelledException() {
    super("cancelled");
  }
}
