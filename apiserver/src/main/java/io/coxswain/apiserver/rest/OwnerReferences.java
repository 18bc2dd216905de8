package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.json.Meta;
import java.util.ArrayList;
import java.util.LinkedHashSet;

/** Removes duplicate owner references. */
final class OwnerReferences {
  private OwnerReferences() {}

  /** Keeps one of each and warns. Called before and after webhooks. */
  static void dedup(Target target, ObjectNode object, boolean admitted) {
    JsonNode owners = Meta.at(object, "/metadata/ownerReferences");
    if (owners.size() < 2) {
      return;
    }
    var kept = new LinkedHashSet<JsonNode>();
    var repeated = new ArrayList<String>();
    for (JsonNode owner : owners) {
      if (!kept.add(owner)) {
        repeated.add(owner.path("uid").asText());
      }
    }
    if (repeated.isEmpty()) {
      return;
    }
    ArrayNode list = Json.MAPPER.createArrayNode();
    kept.forEach(list::add);
    Meta.of(object).set("ownerReferences", list);
    target
        .warnings()
        .add(
            ".metadata.ownerReferences contains duplicate entries"
                + (admitted ? " after mutating admission happens" : "")
                + "; API server dedups owner references in 1.20+, and may reject such requests as"
                + " early as 1.24; please fix your requests; duplicate UID(s) observed: "
                + String.join(", ", repeated));
  }
}
