package io.coxswain.runtime.webhook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;

/**
 * Lets a defaulter change a copy of the object and answers with what it changed. The changes are
 * found between two encodings of the same decoded object, before and after, and then carried over
 * to the object as it came: what the type does not know, or writes differently, is left alone.
 */
final class DefaultingHandler<T> implements AdmissionHandler {
  private final Class<T> type;
  private final Defaulter<T> defaulter;
  private final boolean removeUnknown;

  /**
   * @param removeUnknown also takes away what the type does not know
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
