package io.coxswain.apiserver.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.coxswain.api.Quantities;

/** Defaults of maps from resource names to quantities. */
public final class ResourceLists {
  private ResourceLists() {}

  /** Rounds the quantities up to thousandths. */
  public static void roundUp(JsonNode resources) {
    if (resources instanceof ObjectNode object) {
      object
          .properties()
          .forEach(e -> e.setValue(TextNode.valueOf(Quantities.roundedUp(e.getValue().asText()))));
    }
  }
}
