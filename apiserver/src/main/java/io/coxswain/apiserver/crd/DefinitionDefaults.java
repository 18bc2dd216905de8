package io.coxswain.apiserver.crd;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;

/** Defaults of a CRD. */
public final class DefinitionDefaults {
  private DefinitionDefaults() {}

  public static void fill(ObjectNode definition) {
    if (!(definition.get("spec") instanceof ObjectNode spec)) {
      return;
    }
    if (spec.get("names") instanceof ObjectNode names) {
      String kind = names.path("kind").asText();
      if (names.path("singular").asText().isEmpty()) {
        names.put("singular", kind.toLowerCase(Locale.ROOT));
      }
      if (names.path("listKind").asText().isEmpty() && !kind.isEmpty()) {
        names.put("listKind", kind + "List");
      }
    }
    if (!spec.path("conversion").isObject()) {
      spec.putObject("conversion").put("strategy", "None");
    }
    // A webhook's service listens on 443 by default.
    if (spec.at("/conversion/webhook/clientConfig/service") instanceof ObjectNode service
        && !service.has("port")) {
      service.put("port", 443);
    }
  }
}
