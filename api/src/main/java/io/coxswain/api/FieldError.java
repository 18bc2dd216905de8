package io.coxswain.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One thing wrong with one field, in the words of the Kubernetes API server.
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

  /** Shows the value as JSON. */
  public static FieldError invalid(String field, @Nullable Object value, String detail) {
    return new FieldError(
        "FieldValueInvalid", field, withDetail("Invalid value: " + shown(value), detail));
  }

  /** A value as Go quotes it. */
  private static String shown(@Nullable Object value) {
    JsonNode node = Json.MAPPER.valueToTree(value);
    if (node.isMissingNode()) {
      return "null";
    }
    String json = node.toString();
    if (node.isContainerNode()) {
      // As JSON, with what could be taken for HTML escaped.
      return json.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026");
    }
    return node.isTextual() && json.contains("\\u00")
        ? json.replaceAll("\\\\u00([0-9A-Fa-f]{2})", "\\\\x$1")
        : json;
  }

  /** The new value of a field that never changes. */
  public static FieldError immutable(String field, @Nullable Object value) {
    return invalid(field, value, "field is immutable");
  }

  /** Belongs to no single field: {@code <nil>}, as Go prints it. */
  public static FieldError general(String detail) {
    return internal("<nil>", detail);
  }

  public static FieldError internal(String field, String detail) {
    return new FieldError("InternalError", field, "Internal error: " + detail);
  }

  /** Does not show the value. */
  public static FieldError invalid(String field, String detail) {
    return new FieldError("FieldValueInvalid", field, withDetail("Invalid value", detail));
  }

  public static FieldError typeInvalid(String field, JsonNode value, String detail) {
    return new FieldError(
        "FieldValueTypeInvalid", field, withDetail("Invalid value: " + value, detail));
  }

  public static FieldError notSupported(String field, JsonNode value, List<String> supported) {
    return new FieldError(
        "FieldValueNotSupported",
        field,
        "Unsupported value: "
            + value
            + supported.stream()
                .map(s -> TextNode.valueOf(s).toString())
                .collect(Collectors.joining(", ", ": supported values: ", "")));
  }

  public static FieldError duplicate(String field, JsonNode value) {
    return new FieldError("FieldValueDuplicate", field, "Duplicate value: " + value);
  }

  public static FieldError notFound(String field, JsonNode value) {
    return new FieldError("FieldValueNotFound", field, "Not found: " + value);
  }

  public static FieldError forbidden(String field, String detail) {
    return new FieldError("FieldValueForbidden", field, withDetail("Forbidden", detail));
  }

  public static FieldError tooLong(String field, int maxBytes) {
    return new FieldError(
        "FieldValueTooLong", field, "Too long: may not be more than " + maxBytes + " bytes");
  }

  public static FieldError tooMany(String field, int actual, int most) {
    return new FieldError(
        "FieldValueTooMany",
        field,
        "Too many: " + actual + ": must have at most " + most + " items");
  }

  /**
   * As many of the errors as a response should carry, at least one; if some are left out, the last
   * one says how many. Upstream has no such limit, so that a request of 3 MiB may be answered with
   * hundreds.
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

  /** All of them as one message; equal ones are said once. */
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
