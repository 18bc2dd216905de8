package io.coxswain.apiserver.kinds;

/** A kind does not admit a write although the object is valid; the response is Forbidden. */
public final class AdmissionException extends RuntimeException {
  public AdmissionException(String why) {
    super(why, null, false, false);
  }
}
