package io.coxswain.runtime.controller;

/**
 * A pass could not do its work because of something other than the API server, such as a peer that
 * did not answer. It is tried again with growing delay, as after an {@link
 * io.coxswain.api.ApiException}; it is no bug of the reconciler and is not counted as one.
 */
public final class ReconcileException extends RuntimeException {
  public ReconcileException(String message) {
    super(message);
  }

  public ReconcileException(String message, Throwable cause) {
    super(message, cause);
  }
}
