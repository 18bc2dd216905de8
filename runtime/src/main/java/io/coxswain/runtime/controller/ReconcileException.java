package io.coxswain.runtime.controller;

/**
 * A reconcile failed because of something other than the API server, such as a peer that did not
 * respond. It is retried with backoff, as after an {@link io.coxswain.api.ApiException}, and not
 * counted as a panic.
 */
public final class ReconcileException extends RuntimeException {
  public ReconcileException(String message) {
    super(message);
  }

  public ReconcileException(String message, Throwable cause) {
    super(message, cause);
  }
}
