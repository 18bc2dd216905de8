package io.coxswain.trainer.framework;

import io.coxswain.api.Json;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is wrong with one field, in the words that the API server uses for its own.
 *
 * @param text the whole message: path, kind of error, value, detail
 */
public record FieldError(String path, String text) {

  public static FieldError invalid(String path, @Nullable Object value, String detail) {
    String json = value == null ? "null" : new String(Json.bytes(value), StandardCharsets.UTF_8);
    return new FieldError(path, path + ": Invalid value: " + json + ": " + detail);
  }

  public static FieldError forbidden(String path, String detail) {
    return new FieldError(path, path + ": Forbidden: " + detail);
  }

  public static FieldError internal(String path, String detail) {
    return new FieldError(path, path + ": Internal error: " + detail);
  }

  public static FieldError required(String path, String detail) {
    return new FieldError(path, path + ": Required value: " + detail);
  }

  /** All of them as one message; equal ones are said once. */
  public static String join(List<FieldError> errors) {
    var texts = new LinkedHashSet<String>();
    errors.forEach(e -> texts.add(e.text()));
    return texts.size() == 1 ? texts.getFirst() : "[" + String.join(", ", texts) + "]";
  }
}
