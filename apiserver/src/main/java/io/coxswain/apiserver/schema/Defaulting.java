package io.coxswain.apiserver.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.schema.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Applies the defaults of a schema, and removes insignificant nulls. */
public final class Defaulting {
  private Defaulting() {}

  /**
   * Sets every absent field that has a default, then the fields inside it. A null counts as absent
   * where it is not allowed.
   */
  public static void fill(JsonNode value, Schema schema) {
    if (value instanceof ObjectNode object) {
      schema
          .properties()
          .forEach(
              (name, property) -> {
                JsonNode fallback = property.defaultValue();
                if (fallback != null && isAbsent(object.get(name), property)) {
                  object.set(name, fallback.deepCopy());
                }
              });
      for (var field : object.properties()) {
        Schema property = schema.field(field.getKey());
        if (property != null) {
          fill(field.getValue(), property);
        }
      }
    } else if (value.isArray() && schema.items() != null) {
      for (JsonNode item : value) {
        fill(item, schema.items());
      }
    }
  }

  private static boolean isAbsent(@Nullable JsonNode value, Schema schema) {
    return value == null || (value.isNull() && !schema.nullable());
  }

  /** Removes null fields that are not nullable and have no default. */
  public static void dropNulls(JsonNode value, Schema schema) {
    if (value instanceof ObjectNode object) {
      for (var field : List.copyOf(object.properties())) {
        Schema property = schema.field(field.getKey());
        if (property == null) {
          continue;
        }
        boolean declared = schema.properties().containsKey(field.getKey());
        if (field.getValue().isNull()) {
          if (declared && !property.nullable() && property.defaultValue() == null) {
            object.remove(field.getKey());
          }
        } else {
          dropNulls(field.getValue(), property);
        }
      }
    } else if (value.isArray() && schema.items() != null) {
      for (JsonNode item : value) {
        dropNulls(item, schema.items());
      }
    }
  }
}
