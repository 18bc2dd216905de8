package io.coxswain.apiserver.crd;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;

/** Parts of a CRD as upstream prints them in errors: with the names of its Go fields. */
final class InternalSchema {
  private InternalSchema() {}

  static JsonNode of(ObjectNode schema) {
    return schema;
  }

  /** A rule, with all its fields in Go. */
  static ObjectNode rule(JsonNode rule) {
    ObjectNode shown = Json.MAPPER.createObjectNode();
    shown.put("Rule", rule.path("rule").asText());
    shown.put("Message", rule.path("message").asText());
    shown.put("MessageExpression", rule.path("messageExpression").asText());
    shown.set("Reason", rule.has("reason") ? rule.get("reason") : null);
    shown.put("FieldPath", rule.path("fieldPath").asText());
    shown.set("OptionalOldSelf", rule.has("optionalOldSelf") ? rule.get("optionalOldSelf") : null);
    return shown;
  }
}
