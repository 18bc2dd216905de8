package io.coxswain.apiserver.kinds;

/** A write fails for a reason outside the object; the response is an internal error. */
public final class InternalException extends RuntimeException {
  public InternalException(String why) {
    super(why, null, false, false);
  }
}
