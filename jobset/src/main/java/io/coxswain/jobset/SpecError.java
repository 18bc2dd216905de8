package io.coxswain.jobset;

import io.coxswain.api.Json;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * One thing that is wrong with a JobSet.
 *
 * @param field the path of the field; {@code <nil>} for what belongs to no single one, as upstream
 *     prints it
 * @param cause the reason in the causes of a Status
 * @param text what follows the path in the message
 */
public record SpecError(String field, String cause, String text) {

  static SpecError invalid(String field, @Nullable Object value, String detail) {
    String shown = value == null ? "null" : new String(Json.bytes(value), StandardCharsets.UTF_8);
    return new SpecError(field, "FieldValueInvalid", "Invalid value: " + shown + ": " + detail);
  }

  static SpecError forbidden(String field, String detail) {
    return new SpecError(field, "FieldValueForbidden", "Forbidden: " + detail);
  }

  static SpecError tooLong(String field, int max) {
    return new SpecError(
        field, "FieldValueTooLong", "Too long: may not be more than " + max + " bytes");
  }

  static SpecError immutable(String field, @Nullable Object value) {
    return invalid(field, value, "field is immutable");
  }

  static SpecError internal(String field, String detail) {
    return new SpecError(field, "InternalError", "Internal error: " + detail);
  }

  /** Tied to no field. */
  static SpecError plain(String text) {
    return internal("<nil>", text);
  }

  @Override
  public String toString() {
    return field + ": " + text;
  }
}
