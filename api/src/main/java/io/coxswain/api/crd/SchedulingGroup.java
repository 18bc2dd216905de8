package io.coxswain.api.crd;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The only difference between pods in upstream's CRDs and our data of the built-in types:
 * Kubernetes 1.36 replaced {@code workloadRef} by {@code schedulingGroup}.
 */
final class SchedulingGroup {
  private SchedulingGroup() {}

  static ObjectNode replace(ObjectNode schema) {
    if (schema.get("properties") instanceof ObjectNode properties) {
      if (properties.has("containers") && properties.remove("workloadRef") != null) {
        ObjectNode group = properties.putObject("schedulingGroup").put("type", "object");
        group.putObject("properties").putObject("podGroupName").put("type", "string");
      }
    }
    for (JsonNode child : schema) {
      if (child instanceof ObjectNode object) {
        replace(object);
      }
    }
    return schema;
  }
}
