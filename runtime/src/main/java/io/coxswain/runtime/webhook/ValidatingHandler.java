package io.coxswain.runtime.webhook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import org.jspecify.annotations.Nullable;

/** Calls a validator for objects of its type. */
final class ValidatingHandler<T> implements AdmissionHandler {
  private final Class<T> type;
  private final Validator<T> validator;

  ValidatingHandler(Class<T> type, Validator<T> validator) {
    this.type = type;
    this.validator = validator;
  }

  @Override
  public AdmissionResponse handle(AdmissionRequest request) throws ApiException {
    Review<T> review;
    try {
      review =
          switch (request.operation()) {
            case "CONNECT" -> null;
            case "CREATE" -> new Review.Create<>(decode(request.object(), type));
            case "UPDATE" ->
                new Review.Update<>(
                    decode(request.oldObject(), type), decode(request.object(), type));
            case "DELETE" -> new Review.Delete<>(decode(request.oldObject(), type));
            default ->
                throw new IllegalArgumentException(
                    "unknown operation \"" + request.operation() + "\"");
          };
    } catch (IllegalArgumentException e) {
      return AdmissionResponse.failed(400, String.valueOf(e.getMessage()));
    }
    if (review == null) {
      return AdmissionResponse.allow();
    }
    ValidationResult verdict = validator.validate(review);
    AdmissionResponse response =
        verdict.denial() == null
            ? AdmissionResponse.allow()
            : AdmissionResponse.deny(verdict.denial());
    return response.warn(verdict.warnings());
  }

  /**
   * @throws IllegalArgumentException if there is no such object
   */
  static <T> T decode(@Nullable ObjectNode object, Class<T> type) {
    if (object == null) {
      throw new IllegalArgumentException("the request contains no object to decode");
    }
    return Json.convert(object, type);
  }
}
