package io.coxswain.runtime.webhook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;

/**
 * Applies a defaulter to a copy of the object and responds with its changes. The changes are
 * determined between two encodings of the same decoded object, before and after, and then applied
 * to the original object, so that fields that the type does not declare, or encodes differently,
 * are preserved.
 */
final class DefaultingHandler<T> implements AdmissionHandler {
  private final Class<T> type;
  private final Defaulter<T> defaulter;
  private final boolean removeUnknown;

  /**
   * @param removeUnknown whether to remove fields that the type does not declare
   */
  DefaultingHandler(Class<T> type, Defaulter<T> defaulter, boolean removeUnknown) {
    this.type = type;
    this.defaulter = defaulter;
    this.removeUnknown = removeUnknown;
  }

  @Override
  public AdmissionResponse handle(AdmissionRequest request) throws ApiException {
    if (request.operation().equals("DELETE")) {
      return AdmissionResponse.allow();
    }
    T object;
    try {
      object = ValidatingHandler.decode(request.object(), type);
    } catch (IllegalArgumentException e) {
      return AdmissionResponse.failed(400, String.valueOf(e.getMessage()));
    }
    ObjectNode raw = java.util.Objects.requireNonNull(request.object());
    ObjectNode before = Json.tree(object);
    defaulter.fill(object);
    ObjectNode after = Json.tree(object);
    ObjectNode wanted = removeUnknown ? after : Changes.carry(before, after, raw);
    return AdmissionResponse.allow().patch(JsonPatch.between(raw, wanted));
  }
}
