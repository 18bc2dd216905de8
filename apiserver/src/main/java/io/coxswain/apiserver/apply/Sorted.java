package io.coxswain.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import java.util.TreeMap;

/** A value with the keys of all objects in order, as Go writes maps. */
final class Sorted {
  private Sorted() {}

  static JsonNode copy(JsonNode value) {
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
