package io.coxswain.runtime.webhook;

import io.coxswain.api.ApiException;

/** Answers admission requests. */
@FunctionalInterface
public interface AdmissionHandler {
  AdmissionResponse handle(AdmissionRequest request) throws ApiException;

  /** All of them in order: the first denial counts, patches and warnings add up. */
  static AdmissionHandler all(AdmissionHandler... handlers) {
    return new HandlerChain(handlers);
  }
}
