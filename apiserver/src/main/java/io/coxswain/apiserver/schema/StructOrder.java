package io.coxswain.apiserver.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.schema.Schema;
import java.util.TreeMap;

/**
 * The order in which Go writes the fields of a type, which is visible in messages that quote an
 * object.
 */
public final class StructOrder {
  private StructOrder() {}

  /** Sorts the fields of an object and of everything inside it. */
  public static void arrange(ObjectNode object, Schema schema) {
    var rest = new TreeMap<String, JsonNode>();
    object.properties().forEach(field -> rest.put(field.getKey(), field.getValue()));
    object.removeAll();
    for (String name : schema.properties().keySet()) {
      JsonNode value = rest.remove(name);
      if (value != null) {
        object.set(name, value);
      }
    }
    rest.forEach(object::set);
    for (var field : object.properties()) {
      Schema inner = schema.field(field.getKey());
      if (inner != null) {
        arrangeInside(field.getValue(), inner);
      }
    }
  }

  private static void arrangeInside(JsonNode value, Schema schema) {
    if (value instanceof ObjectNode object) {
      arrange(object, schema);
    } else if (value.isArray() && schema.items() != null) {
      for (JsonNode item : value) {
        arrangeInside(item, schema.items());
      }
    }
  }
}
