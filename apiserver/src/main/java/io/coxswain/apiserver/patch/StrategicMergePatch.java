package io.coxswain.apiserver.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.schema.Schema;
import io.coxswain.env.Cancellation;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Strategic merge patch: like {@link JsonMergePatch}, but a list whose type declares the strategy
 * {@code merge} is merged item by item (objects by their merge key, scalars by value), and the
 * patch may contain directives: {@code $patch} (replace or delete a map, delete an item or replace
 * a list), {@code $retainKeys}, {@code $deleteFromPrimitiveList/field} and {@code
 * $setElementOrder/field}.
 *
 * <p>Items of the patch come in the patch's order; items that only the original has keep their
 * place relative to their neighbours in the original. Therefore a new item of a patch without an
 * order comes first.
 */
public final class StrategicMergePatch {
  static final String PATCH = "$patch";
  static final String RETAIN_KEYS = "$retainKeys";
  static final String DELETE_FROM = "$deleteFromPrimitiveList/";
  static final String ORDER = "$setElementOrder/";

  private final ObjectNode patch;

  private StrategicMergePatch(ObjectNode patch) {
    this.patch = patch;
  }

  public static StrategicMergePatch parse(byte[] body) throws PatchException {
    JsonNode json = PatchBody.read(body, "");
    if (json.isNull()) {
      return new StrategicMergePatch(Json.MAPPER.createObjectNode());
    }
    if (json instanceof ObjectNode object) {
      return new StrategicMergePatch(object);
    }
    throw PatchBody.wrongType(json, "", "map[string]interface {}");
  }

  /** The parsed patch, which messages about the result quote. Must not be modified. */
  public ObjectNode body() {
    return patch;
  }

  /** The patched object; the argument is not modified. The patch cannot change its kind. */
  public ObjectNode apply(ObjectNode original, Schema schema) throws PatchException {
    ObjectNode result = mergeMap(original.deepCopy(), patch.deepCopy(), schema);
    for (String field : List.of("apiVersion", "kind")) {
      if (original.has(field)) {
        result.set(field, original.get(field));
      }
    }
    return result;
  }

  private static ObjectNode mergeMap(ObjectNode original, ObjectNode patch, @Nullable Schema schema)
      throws PatchException {
    JsonNode directive = patch.get(PATCH);
    if (directive != null) {
      return replaceOrDelete(patch, directive);
    }
    retainKeys(original, patch);
    mergeOrderedLists(original, patch, schema);
    for (var field : List.copyOf(patch.properties())) {
      Cancellation.check();
      boolean deletion = field.getKey().startsWith(DELETE_FROM);
      String key = deletion ? field.getKey().substring(DELETE_FROM.length()) : field.getKey();
      mergeField(original, key, field.getValue(), deletion, child(schema, key));
    }
    return original;
  }

  private static ObjectNode replaceOrDelete(ObjectNode patch, JsonNode directive)
      throws PatchException {
    return switch (directive.asText()) {
      case "replace" -> {
        patch.remove(PATCH);
        yield patch;
      }
      case "delete" -> Json.MAPPER.createObjectNode();
      default ->
          throw PatchException.unclassified(
              "unknown patch type: " + directive.asText() + " in map: " + GoText.of(patch));
    };
  }

  private static void retainKeys(ObjectNode original, ObjectNode patch) throws PatchException {
    JsonNode keys = patch.remove(RETAIN_KEYS);
    if (keys == null) {
      return;
    }
    if (!keys.isArray()) {
      throw PatchException.badRequest("invalid patch format of retainKeys");
    }
    Set<String> retained = new LinkedHashSet<>();
    keys.forEach(key -> retained.add(key.asText()));
    for (var field : patch.properties()) {
      String key = field.getKey();
      if (!field.getValue().isNull()
          && !key.startsWith(DELETE_FROM)
          && !key.startsWith(ORDER)
          && !retained.contains(key)) {
        throw PatchException.badRequest("invalid patch format of retainKeys");
      }
    }
    original.retain(retained);
  }

  /** Merges the lists that have an order, and removes them from the patch. */
  private static void mergeOrderedLists(
      ObjectNode original, ObjectNode patch, @Nullable Schema schema) throws PatchException {
    for (var field : List.copyOf(patch.properties())) {
      if (!field.getKey().startsWith(ORDER)) {
        continue;
      }
      patch.remove(field.getKey());
      String key = field.getKey().substring(ORDER.length());
      if (!(field.getValue() instanceof ArrayNode order)) {
        throw noList(field.getValue());
      }
      ArrayNode before = listOrNull(original.get(key));
      ArrayNode change = listOrNull(patch.remove(key));
      Schema list = child(schema, key);
      String mergeKey = list == null ? "" : list.patchMergeKey();
      if (change != null) {
        ListMerge.checkOrder(change, order, mergeKey);
      }
      if (before == null && change == null) {
        continue;
      }
      List<JsonNode> merged =
          change == null
              ? ListMerge.items(before)
              : before == null
                  ? ListMerge.items(withoutDirectives(change))
                  : ListMerge.items(mergeList(before, change, false, list));
      original.set(
          key,
          ListMerge.arrange(merged, ListMerge.items(order), ListMerge.items(before), mergeKey));
    }
  }

  private static @Nullable ArrayNode listOrNull(@Nullable JsonNode value) throws PatchException {
    if (value == null || value.isNull()) {
      return null;
    }
    if (value instanceof ArrayNode list) {
      return list;
    }
    throw noList(value);
  }

  private static PatchException noList(JsonNode value) {
    return PatchException.unclassified(
        "expected a []interface {}, but received a " + GoText.typeOf(value));
  }

  private static void mergeField(
      ObjectNode original, String key, JsonNode change, boolean deletion, @Nullable Schema schema)
      throws PatchException {
    JsonNode before = original.get(key);
    if (change.isNull()) {
      original.remove(key);
    } else if (before instanceof ObjectNode map && change instanceof ObjectNode mapChange) {
      original.set(
          key, strategy(schema).equals("replace") ? mapChange : mergeMap(map, mapChange, schema));
    } else if (before instanceof ArrayNode list && change instanceof ArrayNode listChange) {
      original.set(key, mergeList(list, listChange, deletion, schema));
    } else if (!deletion) {
      put(original, key, change);
    }
  }

  /** A value that is added or replaces another type loses its nulls and directives. */
  private static void put(ObjectNode original, String key, JsonNode value) {
    dropNulls(value);
    JsonNode plain = value instanceof ArrayNode list ? withoutDirectives(list) : value;
    if (isDirective(value)) {
      original.remove(key);
      return;
    }
    if (plain instanceof ObjectNode map) {
      clean(map);
    }
    original.set(key, plain);
  }

  private static ArrayNode mergeList(
      ArrayNode before, ArrayNode change, boolean deletion, @Nullable Schema schema)
      throws PatchException {
    if (schema == null || (!strategy(schema).equals("merge") && !deletion)) {
      return change;
    }
    ListMerge.checkItemTypes(before, change);
    boolean maps = (before.isEmpty() ? change : before).path(0).isObject();
    if (!maps && deletion) {
      return ListMerge.without(before, change);
    }
    String mergeKey = schema.patchMergeKey();
    List<JsonNode> merged = ListMerge.items(before);
    List<JsonNode> named = ListMerge.items(change);
    if (maps) {
      named = ListMerge.applyItemDirectives(merged, named, mergeKey);
      mergeItems(merged, named, mergeKey, schema.items());
    } else {
      ListMerge.addMissing(merged, named);
    }
    return ListMerge.arrange(merged, named, ListMerge.items(before), maps ? mergeKey : "");
  }

  private static void mergeItems(
      List<JsonNode> items, List<JsonNode> changes, String mergeKey, @Nullable Schema schema)
      throws PatchException {
    var index = new ListMerge.Index(items, mergeKey);
    for (JsonNode change : changes) {
      Cancellation.check();
      int found = index.find(ListMerge.keyOf(change, mergeKey));
      if (found >= 0) {
        items.set(
            found, mergeMap((ObjectNode) items.get(found), (ObjectNode) change.deepCopy(), schema));
      } else {
        index.add(change, items.size());
        items.add(change.deepCopy());
      }
    }
  }

  /** The strategy for the value itself; retainKeys applies only to its keys. */
  private static String strategy(@Nullable Schema schema) {
    if (schema == null) {
      return "";
    }
    for (String strategy : schema.patchStrategy().split(",")) {
      if (!strategy.equals("retainKeys")) {
        return strategy;
      }
    }
    return "";
  }

  private static @Nullable Schema child(@Nullable Schema schema, String key) {
    return schema == null ? null : schema.field(key);
  }

  private static boolean isDirective(JsonNode value) {
    return value.has(PATCH);
  }

  private static void dropNulls(JsonNode value) {
    if (value instanceof ObjectNode map) {
      for (var field : new ArrayList<>(map.properties())) {
        if (field.getValue().isNull()) {
          map.remove(field.getKey());
        }
      }
    }
    value.forEach(StrategicMergePatch::dropNulls);
  }

  /** Removes values with a {@code $patch} directive; other directives stay as unknown fields. */
  private static void clean(ObjectNode map) {
    for (var field : new ArrayList<>(map.properties())) {
      JsonNode value = field.getValue();
      if (isDirective(value)) {
        map.remove(field.getKey());
      } else if (value instanceof ObjectNode inner) {
        clean(inner);
      } else if (value instanceof ArrayNode list) {
        map.set(field.getKey(), withoutDirectives(list));
      }
    }
  }

  private static ArrayNode withoutDirectives(ArrayNode list) {
    ArrayNode kept = Json.MAPPER.createArrayNode();
    for (JsonNode item : list) {
      if (!isDirective(item)) {
        if (item instanceof ObjectNode map) {
          clean(map);
        }
        kept.add(item);
      }
    }
    return kept;
  }
}
