package io.coxswain.cel.value;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An object or a map of a JSON tree. Of an object with a schema only the declared fields are seen,
 * under their escaped names, and a null counts as absent.
 *
 * @param schema null if nothing is known about it
 */
record JsonObject(ObjectNode tree, @Nullable Schema schema) implements MapValue {

  @Override
  public int size() {
    return tree.size();
  }

  boolean sameTree(JsonObject other) {
    return tree.equals(other.tree);
  }

  @Override
  public @Nullable Object find(Object key) throws EvalException {
    if (!(key instanceof String text)) {
      throw EvalException.noSuchOverload();
    }
    if (schema == null) {
      JsonNode value = tree.get(text);
      return value == null ? null : JsonValues.of(value, null);
    }
    boolean object = isObject(schema);
    String name = object ? Escaping.unescape(text) : text;
    JsonNode value = name == null ? null : tree.get(name);
    if (name == null || value == null || (object && value.isNull())) {
      return null;
    }
    Schema field = schema.field(name);
    return field == null ? null : JsonValues.of(value, field);
  }

  @Override
  public List<Object> keys() {
    var keys = new ArrayList<Object>(tree.size());
    for (var field : tree.properties()) {
      String name = field.getKey();
      if (schema == null) {
        keys.add(name);
      } else if (schema.field(name) != null) {
        keys.add(isObject(schema) ? Escaping.escapeOr(name) : name);
      }
    }
    return keys;
  }

  private static boolean isObject(Schema schema) {
    return !schema.properties().isEmpty();
  }
}
