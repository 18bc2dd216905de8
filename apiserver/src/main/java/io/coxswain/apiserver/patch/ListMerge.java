package io.coxswain.apiserver.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.env.Cancellation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The parts of a strategic merge that concern the items of one list and their order. */
final class ListMerge {
  private ListMerge() {}

  static List<JsonNode> items(@Nullable ArrayNode list) {
    var items = new ArrayList<JsonNode>();
    if (list != null) {
      list.forEach(items::add);
    }
    return items;
  }

  static void checkItemTypes(ArrayNode before, ArrayNode change) throws PatchException {
    Set<Boolean> kinds = new LinkedHashSet<>();
    for (ArrayNode list : List.of(before, change)) {
      for (JsonNode item : list) {
        if (item.isArray()) {
          throw PatchException.unclassified("lists of lists are not supported");
        }
        kinds.add(item.isObject());
      }
    }
    if (kinds.size() > 1) {
      throw PatchException.unclassified(
          "list element types are not identical: ["
              + GoText.of(before)
              + " "
              + GoText.of(change)
              + "]");
    }
  }

  static ArrayNode without(ArrayNode before, ArrayNode unwanted) {
    Set<JsonNode> gone = new LinkedHashSet<>(items(unwanted));
    ArrayNode rest = Json.MAPPER.createArrayNode();
    before.forEach(
        item -> {
          if (!gone.contains(item)) {
            rest.add(item);
          }
        });
    return rest;
  }

  static void addMissing(List<JsonNode> items, List<JsonNode> wanted) {
    Set<JsonNode> all = new LinkedHashSet<>(items);
    all.addAll(wanted);
    items.clear();
    items.addAll(all);
  }

  /**
   * Applies the items with a {@code $patch} directive.
   *
   * @param items of the original; modified
   * @return the items to merge
   */
  static List<JsonNode> applyItemDirectives(
      List<JsonNode> items, List<JsonNode> changes, String mergeKey) throws PatchException {
    var plain = new ArrayList<JsonNode>();
    var deleted = new HashSet<JsonNode>();
    boolean replace = false;
    for (JsonNode change : changes) {
      JsonNode directive = change.get(StrategicMergePatch.PATCH);
      if (directive == null) {
        plain.add(change);
        continue;
      }
      switch (directive.asText()) {
        case "delete" -> {
          if (deleted.add(keyOf(change, mergeKey)) && deleted.size() == 1) {
            for (JsonNode item : items) {
              keyOf(item, mergeKey);
            }
          }
        }
        case "replace" -> replace = true;
        case "merge" ->
            throw PatchException.unclassified("merging lists cannot yet be specified in the patch");
        default ->
            throw PatchException.unclassified(
                "unknown patch type: " + directive.asText() + " in map: " + GoText.of(change));
      }
    }
    if (!deleted.isEmpty()) {
      items.removeIf(item -> deleted.contains(item.path(mergeKey)));
    }
    if (replace) {
      items.clear();
      items.addAll(plain);
      return List.of();
    }
    return plain;
  }

  static JsonNode keyOf(JsonNode item, String mergeKey) throws PatchException {
    JsonNode value = item.get(mergeKey);
    if (value == null) {
      throw PatchException.unclassified(
          "map: " + GoText.of(item) + " does not contain declared merge key: " + mergeKey);
    }
    return value;
  }

  /** The positions of items by merge key, for constant-time lookup. */
  static final class Index {
    private final String mergeKey;
    private final Map<JsonNode, Integer> positions = new HashMap<>();
    private @Nullable JsonNode withoutKey;

    Index(List<JsonNode> items, String mergeKey) {
      this.mergeKey = mergeKey;
      for (int i = 0; i < items.size(); i++) {
        add(items.get(i), i);
      }
    }

    /** Items after one without a key are not found. */
    void add(JsonNode item, int position) {
      if (withoutKey == null) {
        JsonNode key = item.get(mergeKey);
        if (key == null) {
          withoutKey = item;
        } else {
          positions.putIfAbsent(key, position);
        }
      }
    }

    /** The position of the first item with this key, or -1. */
    int find(JsonNode key) throws PatchException {
      Integer found = positions.get(key);
      if (found == null && withoutKey != null) {
        keyOf(withoutKey, mergeKey);
      }
      return found == null ? -1 : found;
    }
  }

  /** Checks that the items of a patch are in the order that the patch itself demands. */
  static void checkOrder(ArrayNode change, ArrayNode order, String mergeKey) throws PatchException {
    int at = 0;
    for (JsonNode item : change) {
      if (item instanceof ObjectNode map
          && map.path(StrategicMergePatch.PATCH).asText().equals("delete")) {
        continue;
      }
      JsonNode identity = identity(item, mergeKey);
      while (at < order.size() && !identity(order.get(at), mergeKey).equals(identity)) {
        at++;
      }
      if (at == order.size()) {
        throw PatchException.unclassified(
            "The order in patch list:\n"
                + GoText.of(change)
                + "\n doesn't match $setElementOrder list:\n"
                + GoText.of(order)
                + "\n");
      }
      at++;
    }
  }

  /**
   * Puts the items named by a patch into the patch's order, and each other item before the first
   * named item that followed it in the original.
   */
  static ArrayNode arrange(
      List<JsonNode> merged, List<JsonNode> named, List<JsonNode> before, String mergeKey)
      throws PatchException {
    checkNamed(merged, named, mergeKey);
    Map<JsonNode, Integer> order = places(named, mergeKey);
    Map<JsonNode, Integer> originally = places(before, mergeKey);
    var left = new ArrayList<JsonNode>();
    var right = new ArrayList<JsonNode>();
    for (JsonNode item : merged) {
      (order.containsKey(identity(item, mergeKey)) ? right : left).add(item);
    }
    left.sort(Comparator.comparingInt(item -> place(item, originally, mergeKey)));
    right.sort(Comparator.comparingInt(item -> place(item, order, mergeKey)));
    ArrayNode result = Json.MAPPER.createArrayNode();
    int next = 0;
    for (JsonNode item : right) {
      int limit = place(item, originally, mergeKey);
      while (limit >= 0 && next < left.size()) {
        int place = place(left.get(next), originally, mergeKey);
        if (place < 0 || place > limit) {
          break;
        }
        result.add(left.get(next++));
      }
      result.add(item);
    }
    left.subList(next, left.size()).forEach(result::add);
    return result;
  }

  /** Items are looked up among maps; any other item on the way is an error. */
  private static void checkNamed(List<JsonNode> merged, List<JsonNode> named, String mergeKey)
      throws PatchException {
    if (mergeKey.isEmpty()) {
      return;
    }
    Map<JsonNode, Integer> places = places(named, mergeKey);
    int bad = 0;
    while (bad < named.size() && named.get(bad).isObject()) {
      bad++;
    }
    for (JsonNode item : merged) {
      Cancellation.check();
      JsonNode identity = keyOf(item, mergeKey);
      if (bad < places.getOrDefault(identity, named.size())) {
        throw PatchException.unclassified("value for key " + bad + " is not a map");
      }
    }
  }

  private static int place(JsonNode item, Map<JsonNode, Integer> places, String mergeKey) {
    return places.getOrDefault(mergeKey.isEmpty() ? item : item.path(mergeKey), -1);
  }

  /** The first position of each identity. */
  private static Map<JsonNode, Integer> places(List<JsonNode> items, String mergeKey) {
    var places = new HashMap<JsonNode, Integer>();
    for (int i = 0; i < items.size(); i++) {
      places.putIfAbsent(mergeKey.isEmpty() ? items.get(i) : items.get(i).path(mergeKey), i);
    }
    return places;
  }

  private static JsonNode identity(JsonNode item, String mergeKey) throws PatchException {
    return mergeKey.isEmpty() ? item : keyOf(item, mergeKey);
  }
}
