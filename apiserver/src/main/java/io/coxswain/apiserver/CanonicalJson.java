package io.coxswain.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import java.nio.charset.StandardCharsets;
import java.util.TreeMap;

/** JSON with the members of every object in the order of their names. */
final class CanonicalJson {
  private CanonicalJson() {}

  static String of(JsonNode tree) {
    return new String(Json.bytes(sorted(tree)), StandardCharsets.UTF_8);
  }

  private static JsonNode sorted(JsonNode node) {
    if (node.isArray()) {
      var array = Json.MAPPER.createArrayNode();
      node.forEach(item -> array.add(sorted(item)));
      return array;
    }
    if (!node.isObject()) {
      return node;
    }
    var members = new TreeMap<String, JsonNode>();
    node.properties().forEach(e -> members.put(e.getKey(), sorted(e.getValue())));
    ObjectNode object = Json.MAPPER.createObjectNode();
    members.forEach(object::set);
    return object;
  }
}
