package io.coxswain.apiserver.kinds;

/** A kind does not admit a write, though the object is well formed; answered as forbidden. */
public final class AdmissionException extends RuntimeException {
  public AdmissionException(String why) {
    super(why, null, false, false);
  }
}
