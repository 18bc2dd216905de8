package io.coxswain.runtime.webhook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import java.util.ArrayList;
import java.util.List;

/** Several handlers on one path. Each gets the original object. */
final class HandlerChain implements AdmissionHandler {
  private final List<AdmissionHandler> handlers;

  HandlerChain(AdmissionHandler... handlers) {
    this.handlers = List.of(handlers);
  }

  @Override
  public AdmissionResponse handle(AdmissionRequest request) throws ApiException {
    var patches = new ArrayList<ObjectNode>();
    var warnings = new ArrayList<String>();
    for (AdmissionHandler handler : handlers) {
      AdmissionResponse response = handler.handle(request);
      if (!response.allowed()) {
        return response;
      }
      patches.addAll(response.patches());
      warnings.addAll(response.warnings());
    }
    return AdmissionResponse.allow().patch(patches).warn(warnings);
  }
}
