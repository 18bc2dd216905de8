package io.coxswain.api.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The constraints of a value as OpenAPI keywords. */
final class LimitsJson {
  private static final List<String> KEYWORDS =
      List.of(
          "enum",
          "pattern",
          "minimum",
          "maximum",
          "multipleOf",
          "minLength",
          "maxLength",
          "minItems",
          "maxItems",
          "uniqueItems",
          "minProperties",
          "maxProperties");

  private LimitsJson() {}

  static Limits read(ObjectNode json) {
    if (KEYWORDS.stream().noneMatch(json::has)) {
      return Limits.NONE;
    }
    var values = new ArrayList<JsonNode>();
    json.path("enum").forEach(values::add);
    return new Limits(
        values,
        json.has("pattern") ? json.get("pattern").asText() : null,
        decimal(json, "minimum"),
        json.path("exclusiveMinimum").asBoolean(),
        decimal(json, "maximum"),
        json.path("exclusiveMaximum").asBoolean(),
        decimal(json, "multipleOf"),
        count(json, "minLength"),
        count(json, "maxLength"),
        count(json, "minItems"),
        count(json, "maxItems"),
        json.path("uniqueItems").asBoolean(),
        count(json, "minProperties"),
        count(json, "maxProperties"));
  }

  private static @Nullable BigDecimal decimal(ObjectNode json, String field) {
    return json.path(field).isNumber() ? json.get(field).decimalValue() : null;
  }

  private static @Nullable Long count(ObjectNode json, String field) {
    return json.path(field).isNumber() ? json.get(field).longValue() : null;
  }

  static void write(Limits limits, ObjectNode json) {
    if (!limits.values().isEmpty()) {
      ArrayNode values = json.putArray("enum");
      limits.values().forEach(values::add);
    }
    if (limits.pattern() != null) {
      json.put("pattern", limits.pattern());
    }
    decimal(json, "minimum", limits.minimum());
    if (limits.exclusiveMinimum()) {
      json.put("exclusiveMinimum", true);
    }
    decimal(json, "maximum", limits.maximum());
    if (limits.exclusiveMaximum()) {
      json.put("exclusiveMaximum", true);
    }
    decimal(json, "multipleOf", limits.multipleOf());
    count(json, "minLength", limits.minLength());
    count(json, "maxLength", limits.maxLength());
    count(json, "minItems", limits.minItems());
    count(json, "maxItems", limits.maxItems());
    if (limits.uniqueItems()) {
      json.put("uniqueItems", true);
    }
    count(json, "minProperties", limits.minProperties());
    count(json, "maxProperties", limits.maxProperties());
  }

  private static void decimal(ObjectNode json, String field, @Nullable BigDecimal value) {
    if (value == null) {
      return;
    }
    if (value.stripTrailingZeros().scale() <= 0 && value.precision() - value.scale() < 19) {
      json.put(field, value.longValueExact());
    } else {
      json.put(field, value);
    }
  }

  private static void count(ObjectNode json, String field, @Nullable Long value) {
    if (value != null) {
      json.put(field, value);
    }
  }
}
