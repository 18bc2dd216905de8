package io.coxswain.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;

/** Equality and order of JSON values by meaning: 1 equals 1 in any representation. */
final class TypedValues {
  private TypedValues() {}

  static boolean same(JsonNode a, JsonNode b) {
    return a.equals(
        (l, r) ->
            l.isNumber() && r.isNumber()
                ? l.decimalValue().compareTo(r.decimalValue())
                : l.equals(r) ? 0 : 1,
        b);
  }

  /** The canonical representation of a value, for which {@code equals} compares by meaning. */
  static JsonNode canonical(JsonNode value) {
    return value.isIntegralNumber() && value.canConvertToLong()
        ? Json.NODES.numberNode(value.longValue())
        : value;
  }

  static int compare(JsonNode a, JsonNode b) {
    if (a.isNumber() && b.isNumber()) {
      return a.decimalValue().compareTo(b.decimalValue());
    }
    int order = a.getNodeType().compareTo(b.getNodeType());
    return order != 0
        ? order
        : a.isTextual() ? a.asText().compareTo(b.asText()) : a.toString().compareTo(b.toString());
  }
}
