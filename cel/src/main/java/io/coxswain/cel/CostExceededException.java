package io.coxswain.cel;

/** An evaluation was given up because it cost too much. No part of the expression can catch it. */
final class CostExceededException extends RuntimeException {
  static final String TEXT = "operation cancelled: actual cost limit exceeded";

  CostExceededException() {
    super(TEXT, null, false, false);
  }
}
