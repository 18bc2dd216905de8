package io.coxswain.runtime.webhook;

import io.coxswain.api.ApiException;

/** Handles admission requests. */
@FunctionalInterface
public interface AdmissionHandler {
  AdmissionResponse handle(AdmissionRequest request) throws ApiException;

  /** All handlers in order: the first denial wins, patches and warnings are concatenated. */
  static AdmissionHandler all(AdmissionHandler... handlers) {
    return new HandlerChain(handlers);
  }
}
