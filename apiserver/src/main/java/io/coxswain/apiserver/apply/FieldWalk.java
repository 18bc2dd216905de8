package io.coxswain.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.schema.Schema;
import io.coxswain.env.Cancellation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Enumerates the fields of an object, and removes fields from an object. */
final class FieldWalk {
  private final FieldSet set = new FieldSet();
  private final List<PathElement> path = new ArrayList<>();

  private FieldWalk() {}

  /**
   * The fields that a configuration sets: every scalar, atomic value, null and empty map; every
   * item of a list merged by item; every key of a map. A struct with fields is not itself a field.
   */
  static FieldSet fields(ObjectNode object, Schema schema) {
    var walk = new FieldWalk();
    walk.visit(object, schema);
    return walk.set;
  }

  private void visit(JsonNode value, @Nullable Schema schema) {
    Cancellation.check();
    switch (Shape.of(schema, value)) {
      case SCALAR, ATOMIC -> set.add(path);
      case MAP -> {
        for (var field : value.properties()) {
          JsonNode child = field.getValue();
          path.add(new PathElement.Field(field.getKey()));
          visit(child, Shape.child(schema, path.getLast()));
          if (child.isNull()
              || (child.isObject() && child.isEmpty())
              || !Shape.declares(schema, field.getKey())) {
            set.add(path);
          }
          path.removeLast();
        }
      }
      case LIST -> {
        if (schema != null) {
          visitItems(value, schema);
        }
      }
    }
  }

  private void visitItems(JsonNode list, Schema schema) {
    for (var item : index(list, schema).entrySet()) {
      path.add(item.getKey());
      // A duplicate item is owned as a whole.
      if (item.getValue().size() == 1) {
        visit(item.getValue().getFirst(), schema.items());
      }
      set.add(path);
      path.removeLast();
    }
  }

  /**
   * The items of a list by their identity; duplicates occur in lists stored before they were
   * rejected. Items that cannot be identified are omitted.
   */
  static Map<PathElement, List<JsonNode>> index(@Nullable JsonNode list, Schema schema) {
    var items = new LinkedHashMap<PathElement, List<JsonNode>>();
    if (list != null) {
      for (JsonNode item : list) {
        PathElement element = identifyOrNull(schema, item);
        if (element != null) {
          items.computeIfAbsent(element, _ -> new ArrayList<>()).add(item);
        }
      }
    }
    return items;
  }

  static @Nullable PathElement identifyOrNull(Schema schema, JsonNode item) {
    try {
      return Shape.identify(schema, item);
    } catch (IllegalArgumentException e) {
      return null; // stored before the schema required it; not tracked
    }
  }

  /**
   * A copy without these fields and everything below them. A map or list that loses all its content
   * becomes null, not absent: a manager that owns it as a whole still does.
   */
  static ObjectNode without(ObjectNode object, FieldSet fields, Schema schema) {
    return remove(object, fields, schema) instanceof ObjectNode rest
        ? rest
        : Json.MAPPER.createObjectNode();
  }

  private static @Nullable JsonNode remove(
      JsonNode value, FieldSet fields, @Nullable Schema schema) {
    Cancellation.check();
    return switch (Shape.of(schema, value)) {
      case SCALAR -> value;
      case ATOMIC -> null;
      case MAP -> {
        ObjectNode rest = Json.MAPPER.createObjectNode();
        for (var field : value.properties()) {
          var element = new PathElement.Field(field.getKey());
          JsonNode kept = removeChild(field.getValue(), fields.below(element), schema, element);
          if (kept != null) {
            rest.set(field.getKey(), kept);
          }
        }
        yield rest.isEmpty() ? NullNode.instance : rest;
      }
      case LIST -> {
        ArrayNode rest = Json.MAPPER.createArrayNode();
        for (JsonNode item : value) {
          PathElement element = schema == null ? null : identifyOrNull(schema, item);
          JsonNode kept =
              element == null ? item : removeChild(item, fields.below(element), schema, element);
          if (kept != null && !kept.isNull()) {
            rest.add(kept);
          }
        }
        yield rest.isEmpty() ? NullNode.instance : rest;
      }
    };
  }

  private static @Nullable JsonNode removeChild(
      JsonNode child, @Nullable FieldSet below, @Nullable Schema schema, PathElement element) {
    if (below == null) {
      return child;
    }
    return below.isMember() ? null : remove(child, below, Shape.child(schema, element));
  }

  /** The keys of both, those of the first object first. */
  static Set<String> keys(@Nullable JsonNode a, @Nullable JsonNode b) {
    var keys = new LinkedHashSet<String>();
    if (a != null) {
      a.fieldNames().forEachRemaining(keys::add);
    }
    if (b != null) {
      b.fieldNames().forEachRemaining(keys::add);
    }
    return keys;
  }
}
