package io.coxswain.api;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One error in one field, in the words of the Kubernetes API server.
 *
 * @param reason the machine-readable cause, such as {@code FieldValueRequired}
 * @param field the path, such as {@code spec.ports[0].port}
 * @param message without the path
 */
public record FieldError(String reason, String field, String message) {
  private static final int MAX_SHOWN = 1_000;
  private static final long MAX_SHOWN_LENGTH = 1024 * 1024;

  public static FieldError required(String field, String detail) {
    return new FieldError("FieldValueRequired", field, withDetail("Required value", detail));
  }

  /** Includes the value as JSON. */
  public static FieldError invalid(String field, @Nullable Object value, String detail) {
    return new FieldError(
        "FieldValueInvalid", field, withDetail("Invalid value: " + shown(value), detail));
  }

  /** The value as Go quotes it. */
  private static String shown(@Nullable Object value) {
    JsonNode node = Json.MAPPER.valueToTree(value);
    if (node.isMissingNode()) {
      return "null";
    }
    if (node.isFloatingPointNumber()) {
      return GoFloat.text(node.doubleValue());
    }
    String json = node.toString();
    if (node.isContainerNode()) {
      // As JSON, with HTML characters escaped.
      return json.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026");
    }
    return node.isTextual() ? GoQuote.of(node.asText()) : json;
  }

  /** The new value of an immutable field. */
  public static FieldError immutable(String field, @Nullable Object value) {
    return invalid(field, value, "field is immutable");
  }

  /** An error without a field: {@code <nil>}, as Go prints it. */
  public static FieldError general(String detail) {
    return internal("<nil>", detail);
  }

  public static FieldError internal(String field, String detail) {
    return new FieldError("InternalError", field, "Internal error: " + detail);
  }

  /** Does not include the value. */
  public static FieldError invalid(String field, String detail) {
    return new FieldError("FieldValueInvalid", field, withDetail("Invalid value", detail));
  }

  public static FieldError typeInvalid(String field, JsonNode value, String detail) {
    return new FieldError(
        "FieldValueTypeInvalid", field, withDetail("Invalid value: " + shown(value), detail));
  }

  public static FieldError notSupported(String field, JsonNode value, List<String> supported) {
    return new FieldError(
        "FieldValueNotSupported",
        field,
        "Unsupported value: "
            + shown(value)
            + supported.stream()
                .map(GoQuote::of)
                .collect(Collectors.joining(", ", ": supported values: ", "")));
  }

  public static FieldError duplicate(String field, JsonNode value) {
    return new FieldError("FieldValueDuplicate", field, "Duplicate value: " + shown(value));
  }

  public static FieldError notFound(String field, JsonNode value) {
    return new FieldError("FieldValueNotFound", field, "Not found: " + shown(value));
  }

  public static FieldError forbidden(String field, String detail) {
    return new FieldError("FieldValueForbidden", field, withDetail("Forbidden", detail));
  }

  public static FieldError tooLong(String field, int maxBytes) {
    return new FieldError(
        "FieldValueTooLong",
        field,
        "Too long: may not be more than " + maxBytes + (maxBytes == 1 ? " byte" : " bytes"));
  }

  public static FieldError tooMany(String field, int actual, int most) {
    return new FieldError(
        "FieldValueTooMany",
        field,
        "Too many: " + actual + ": must have at most " + most + (most == 1 ? " item" : " items"));
  }

  /**
   * The errors that fit in a response, at least one; if some are omitted, the last one contains
   * their number. Upstream has no such limit, so the response to a request of 3 MiB may be hundreds
   * of megabytes.
   */
  public static List<FieldError> bounded(List<FieldError> errors) {
    int shown = 0;
    long length = 0;
    while (shown < errors.size() && shown < MAX_SHOWN && length < MAX_SHOWN_LENGTH) {
      FieldError error = errors.get(shown++);
      length += error.field.length() + error.message.length();
    }
    if (shown == errors.size()) {
      return errors;
    }
    var some = new ArrayList<>(errors.subList(0, shown));
    some.add(general("too many errors: " + (errors.size() - shown) + " more are not shown"));
    return some;
  }

  /** All errors as one message, without duplicates. */
  public static String join(List<FieldError> errors) {
    var texts = new LinkedHashSet<String>();
    bounded(errors).forEach(e -> texts.add(e.toString()));
    return texts.size() == 1 ? texts.getFirst() : "[" + String.join(", ", texts) + "]";
  }

  private static String withDetail(String text, String detail) {
    return detail.isEmpty() ? text : text + ": " + detail;
  }

  @Override
  public String toString() {
    return field + ": " + message;
  }
}
