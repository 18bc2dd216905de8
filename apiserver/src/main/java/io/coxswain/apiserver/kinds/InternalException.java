package io.coxswain.apiserver.kinds;

/** A write fails for a reason that is not in the object; answered as an internal error. */
public final class InternalException extends RuntimeException {
  public InternalException(String why) {
    super(why, null, false, false);
  }
}
