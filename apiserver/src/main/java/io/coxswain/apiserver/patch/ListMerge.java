package io.coxswain.apiserver.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
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
   * Obeys the items that carry a {@code $patch}.
   *
   * @param items of the original; changed
   * @return the items to merge
   */
  static List<JsonNode> applyItemDirectives(
      List<JsonNode> items, List<JsonNode> changes, String mergeKey) throws PatchException {
    var plain = new ArrayList<JsonNode>();
    boolean replace = false;
    for (JsonNode change : changes) {
      JsonNode directive = change.get(StrategicMergePatch.PATCH);
      if (directive == null) {
        plain.add(change);
        continue;
      }
      switch (directive.asText()) {
        case "delete" -> {
          JsonNode value = keyOf(change, mergeKey);
          for (int at = find(items, mergeKey, value); at >= 0; at = find(items, mergeKey, value)) {
            items.remove(at);
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

  /** The position of the first item with this key, or -1. */
  static int find(List<JsonNode> items, String mergeKey, JsonNode value) throws PatchException {
    for (int i = 0; i < items.size(); i++) {
      if (keyOf(items.get(i), mergeKey).equals(value)) {
        return i;
      }
    }
    return -1;
  }

  /** The items of a patch must come in the order that the patch itself demands. */
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
   * Puts the items named by a patch into the patch's order, and each item between them that it does
   * not name before the first named item that followed it in the original.
   */
  static ArrayNode arrange(
      List<JsonNode> merged, List<JsonNode> named, List<JsonNode> before, String mergeKey)
      throws PatchException {
    checkNamed(merged, named, mergeKey);
    List<JsonNode> order = identities(named, mergeKey);
    List<JsonNode> originally = identities(before, mergeKey);
    var left = new ArrayList<JsonNode>();
    var right = new ArrayList<JsonNode>();
    for (JsonNode item : merged) {
      (order.contains(identity(item, mergeKey)) ? right : left).add(item);
    }
    left.sort(
        (a, b) -> Integer.compare(place(a, originally, mergeKey), place(b, originally, mergeKey)));
    right.sort((a, b) -> Integer.compare(place(a, order, mergeKey), place(b, order, mergeKey)));
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

  /** Items are looked for among maps; who comes across something else on the way complains. */
  private static void checkNamed(List<JsonNode> merged, List<JsonNode> named, String mergeKey)
      throws PatchException {
    if (mergeKey.isEmpty()) {
      return;
    }
    for (JsonNode item : merged) {
      JsonNode identity = keyOf(item, mergeKey);
      for (int i = 0; i < named.size() && !named.get(i).path(mergeKey).equals(identity); i++) {
        if (!named.get(i).isObject()) {
          throw PatchException.unclassified("value for key " + i + " is not a map");
        }
      }
    }
  }

  private static int place(JsonNode item, List<JsonNode> order, String mergeKey) {
    return order.indexOf(mergeKey.isEmpty() ? item : item.path(mergeKey));
  }

  private static List<JsonNode> identities(List<JsonNode> items, String mergeKey) {
    return items.stream().map(item -> mergeKey.isEmpty() ? item : item.path(mergeKey)).toList();
  }

  private static JsonNode identity(JsonNode item, String mergeKey) throws PatchException {
    return mergeKey.isEmpty() ? item : keyOf(item, mergeKey);
  }
}
