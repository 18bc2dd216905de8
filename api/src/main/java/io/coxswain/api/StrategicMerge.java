package io.coxswain.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Strategic merge into a JobSet or a pod template: objects are merged field by field, the lists
 * below item by item, everything else is replaced. For patches that are typed objects, which cannot
 * express deletions or directives.
 */
public final class StrategicMerge {
  private static final Map<String, String> KEYS =
      Map.of(
          "replicatedJobs", "name",
          "containers", "name",
          "initContainers", "name",
          "volumes", "name",
          "env", "name",
          "imagePullSecrets", "name",
          "schedulingGates", "name",
          "volumeMounts", "mountPath",
          "ports", "containerPort");

  private StrategicMerge() {}

  /** Modifies the target. */
  public static void merge(ObjectNode target, ObjectNode patch) {
    patch
        .properties()
        .forEach(field -> target.set(field.getKey(), merged(field.getKey(), target, field)));
  }

  private static JsonNode merged(
      String name, ObjectNode target, Map.Entry<String, JsonNode> field) {
    @Nullable JsonNode before = target.get(name);
    @Nullable String key = KEYS.get(name);
    if (before instanceof ObjectNode object && field.getValue() instanceof ObjectNode patch) {
      merge(object, patch);
      return object;
    }
    if (key != null
        && before instanceof ArrayNode list
        && field.getValue() instanceof ArrayNode patch) {
      return mergeLists(list, patch, key);
    }
    return field.getValue();
  }

  private static ArrayNode mergeLists(ArrayNode before, ArrayNode patch, String key) {
    var patched = new ArrayList<JsonNode>();
    for (JsonNode change : patch) {
      @Nullable JsonNode item = find(before, key, change.get(key));
      if (item instanceof ObjectNode object && change instanceof ObjectNode fields) {
        merge(object, fields);
        patched.add(object);
      } else {
        patched.add(change);
      }
    }
    var untouched = new ArrayList<JsonNode>();
    for (JsonNode item : before) {
      if (find(patch, key, item.get(key)) == null) {
        untouched.add(item);
      }
    }
    return interleave(untouched, patched, before, key);
  }

  /**
   * Patched items in the order of the patch; each untouched item in its old order, before the next
   * patched item that followed it.
   */
  private static ArrayNode interleave(
      List<JsonNode> untouched, List<JsonNode> patched, ArrayNode before, String key) {
    ArrayNode merged = Json.MAPPER.createArrayNode();
    int next = 0;
    for (JsonNode item : patched) {
      int place = position(before, key, item.get(key));
      while (next < untouched.size()
          && position(before, key, untouched.get(next).get(key)) < place) {
        merged.add(untouched.get(next++));
      }
      merged.add(item);
    }
    while (next < untouched.size()) {
      merged.add(untouched.get(next++));
    }
    return merged;
  }

  private static @Nullable JsonNode find(ArrayNode list, String key, @Nullable JsonNode value) {
    int place = position(list, key, value);
    return place < 0 ? null : list.get(place);
  }

  private static int position(ArrayNode list, String key, @Nullable JsonNode value) {
    for (int i = 0; i < list.size(); i++) {
      if (value != null && value.equals(list.get(i).get(key))) {
        return i;
      }
    }
    return -1;
  }
}
