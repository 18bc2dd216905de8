package io.coxswain.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.schema.Schema;
import io.coxswain.env.Cancellation;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Merges a configuration into an object. */
final class Merge {
  private Merge() {}

  static ObjectNode of(ObjectNode live, ObjectNode config, Schema schema) {
    JsonNode merged = merge(live, config, schema);
    return merged instanceof ObjectNode object ? object : Json.MAPPER.createObjectNode();
  }

  private static @Nullable JsonNode merge(
      @Nullable JsonNode live, @Nullable JsonNode config, @Nullable Schema schema) {
    Cancellation.check();
    boolean speaks = config != null && !config.isNull();
    Shape shape = Shape.of(schema, speaks ? config : live);
    boolean empty = (live == null || live.isEmpty()) && (config == null || config.isEmpty());
    if (shape == Shape.MAP && !empty) {
      return mergeMaps(
          live instanceof ObjectNode object ? object : null,
          config instanceof ObjectNode object ? object : null,
          schema);
    }
    if (shape == Shape.LIST && !empty && schema != null) {
      return mergeLists(live, config, schema);
    }
    return config != null ? config : live;
  }

  private static @Nullable JsonNode mergeMaps(
      @Nullable ObjectNode live, @Nullable ObjectNode config, @Nullable Schema schema) {
    ObjectNode merged = Json.MAPPER.createObjectNode();
    for (String key : FieldWalk.keys(live, config)) {
      JsonNode value =
          merge(
              live == null ? null : live.get(key),
              config == null ? null : config.get(key),
              Shape.child(schema, new PathElement.Field(key)));
      if (value != null) {
        merged.set(key, value);
      }
    }
    return merged.isEmpty() ? null : merged;
  }

  /**
   * The items of the configuration in its order. Items that only the live list has keep their
   * position relative to the next common item; a common item that the configuration places later
   * moves there.
   */
  private static @Nullable JsonNode mergeLists(
      @Nullable JsonNode live, @Nullable JsonNode config, Schema schema) {
    Map<PathElement, List<JsonNode>> old = FieldWalk.index(live, schema);
    Map<PathElement, List<JsonNode>> wanted = FieldWalk.index(config, schema);
    List<PathElement> order = List.copyOf(wanted.keySet());
    Set<PathElement> done = new LinkedHashSet<>();
    ArrayNode merged = Json.MAPPER.createArrayNode();
    int next = 0;
    for (JsonNode item : live == null ? List.<JsonNode>of() : live) {
      PathElement element = FieldWalk.identifyOrNull(schema, item);
      if (element == null || !wanted.containsKey(element)) {
        merged.add(item);
      } else if (!done.contains(element) && element.equals(nextShared(order, next, old))) {
        while (!done.contains(element)) {
          PathElement taken = order.get(next++);
          done.add(taken);
          merged.add(mergeItem(taken, old, wanted, schema));
        }
      }
    }
    for (; next < order.size(); next++) {
      merged.add(mergeItem(order.get(next), old, wanted, schema));
    }
    return merged.isEmpty() ? null : merged;
  }

  private static @Nullable PathElement nextShared(
      List<PathElement> order, int from, Map<PathElement, List<JsonNode>> old) {
    for (PathElement element : order.subList(from, order.size())) {
      if (old.containsKey(element)) {
        return element;
      }
    }
    return null;
  }

  private static @Nullable JsonNode mergeItem(
      PathElement element,
      Map<PathElement, List<JsonNode>> old,
      Map<PathElement, List<JsonNode>> wanted,
      Schema schema) {
    return merge(value(old.get(element)), value(wanted.get(element)), schema.items());
  }

  /** Duplicate items are replaced instead of merged. */
  private static @Nullable JsonNode value(@Nullable List<JsonNode> items) {
    return items == null || items.size() != 1 ? null : items.getFirst();
  }
}
