package io.coxswain.cel.value;

/** An evaluation was given up because it cost too much. No part of the expression can catch it. */
public final class CostExceededException extends RuntimeException {
  public static final String TEXT = "operation cancelled: actual cost limit exceeded";

  public CostExceededException() {
    super(TEXT, null, false, false);
  }
}
