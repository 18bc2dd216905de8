package io.coxswain.apiserver.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import java.util.TreeMap;

/** Copies JSON with the keys of all objects in the order in which Go writes maps. */
public final class SortedJson {
  private SortedJson() {}

  /** A copy with sorted keys; scalars are shared. */
  public static JsonNode copy(JsonNode value) {
    if (value instanceof ObjectNode object) {
      var fields = new TreeMap<String, JsonNode>();
      object.properties().forEach(e -> fields.put(e.getKey(), copy(e.getValue())));
      ObjectNode sorted = Json.MAPPER.createObjectNode();
      fields.forEach(sorted::set);
      return sorted;
    }
    if (value instanceof ArrayNode list) {
      ArrayNode copies = Json.MAPPER.createArrayNode();
      list.forEach(item -> copies.add(copy(item)));
      return copies;
    }
    return value;
  }
}
