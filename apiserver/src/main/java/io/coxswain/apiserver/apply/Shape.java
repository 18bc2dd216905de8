package io.coxswain.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.schema.ListType;
import io.coxswain.api.schema.MapType;
import io.coxswain.api.schema.Schema;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The granularity of a value. Without a schema the value itself decides. */
enum Shape {
  /** One field: a scalar. */
  SCALAR,
  /** One field of any size: an atomic list or map. */
  ATOMIC,
  /** One field per key. */
  MAP,
  /** One field per item. */
  LIST;

  static Shape of(@Nullable Schema schema, @Nullable JsonNode value) {
    if (schema == null || schema.type().isEmpty()) {
      return schema != null && schema.intOrString() ? SCALAR : untyped(schema, value);
    }
    return switch (schema.type()) {
      case "object" -> schema.mapType() == MapType.ATOMIC ? ATOMIC : MAP;
      case "array" ->
          schema.listType() == ListType.MAP || schema.listType() == ListType.SET ? LIST : ATOMIC;
      default -> SCALAR;
    };
  }

  private static Shape untyped(@Nullable Schema schema, @Nullable JsonNode value) {
    if (value == null || value.isValueNode()) {
      return SCALAR;
    }
    boolean granular =
        schema == null || (schema.preserveUnknownFields() && schema.mapType() != MapType.ATOMIC);
    return granular && value.isObject() ? MAP : ATOMIC;
  }

  /** Whether the schema declares this field, as opposed to a key of a map. */
  static boolean declares(@Nullable Schema schema, String field) {
    return schema != null && schema.properties().containsKey(field);
  }

  /** Whether an object of this schema may have this field. */
  static boolean allows(@Nullable Schema schema, String field) {
    return schema == null
        || schema.field(field) != null
        || schema.preserveUnknownFields()
        || schema.properties().isEmpty();
  }

  /** The schema of the value of an element; null if there is none. */
  static @Nullable Schema child(@Nullable Schema schema, PathElement element) {
    if (schema == null) {
      return null;
    }
    return element instanceof PathElement.Field field ? schema.field(field.name()) : schema.items();
  }

  /**
   * The identity of an item of a list that is merged by item.
   *
   * @throws IllegalArgumentException if the item has none, in upstream's words
   */
  static PathElement identify(Schema list, JsonNode item) {
    if (list.listType() == ListType.MAP) {
      return key(list, item);
    }
    if (item.isObject()) {
      throw new IllegalArgumentException(
          "associative list without keys has an element that's a map type");
    }
    if (item.isArray()) {
      throw new IllegalArgumentException("not supported: associative list with lists as elements");
    }
    if (item.isNull()) {
      throw new IllegalArgumentException(
          "associative list without keys has an element that's an explicit null");
    }
    return new PathElement.Value(item);
  }

  private static PathElement key(Schema list, JsonNode item) {
    if (item.isNull()) {
      throw new IllegalArgumentException("associative list with keys may not have a null element");
    }
    if (!item.isObject()) {
      throw new IllegalArgumentException(
          "associative list with keys may not have non-map elements");
    }
    var values = new TreeMap<String, JsonNode>();
    for (String name : list.listMapKeys()) {
      JsonNode value = item.get(name);
      Schema field = list.items() == null ? null : list.items().field(name);
      if (value == null && field != null) {
        // Fields that built-in types always write default to their zero value.
        value = field.defaultValue() != null ? field.defaultValue() : field.zero();
      }
      if (value != null) {
        values.put(name, value);
      }
    }
    if (values.isEmpty()) {
      throw new IllegalArgumentException(
          "associative list with keys has an element that omits all key fields [\""
              + String.join("\" \"", list.listMapKeys())
              + "\"] (and doesn't have default values for any key fields)");
    }
    return new PathElement.Key(values);
  }
}
