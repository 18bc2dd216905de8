package io.coxswain.apiserver.kinds.pod;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.json.Meta;
import java.util.List;

/** Selectors that name a key get the value of the pod's own label when the pod is created. */
final class OwnLabelKeys {
  private OwnLabelKeys() {}

  static void apply(ObjectNode pod) {
    JsonNode labels = Meta.at(pod, "/metadata/labels");
    for (String kind : List.of("podAffinity", "podAntiAffinity")) {
      JsonNode affinity = Meta.at(pod, "/spec/affinity").path(kind);
      for (ObjectNode term :
          Meta.objects(affinity.path("preferredDuringSchedulingIgnoredDuringExecution"))) {
        merge(term.path("podAffinityTerm"), labels);
      }
      for (ObjectNode term :
          Meta.objects(affinity.path("requiredDuringSchedulingIgnoredDuringExecution"))) {
        merge(term, labels);
      }
    }
    for (ObjectNode constraint : Meta.objects(Meta.at(pod, "/spec/topologySpreadConstraints"))) {
      merge(constraint, labels);
    }
  }

  private static void merge(JsonNode term, JsonNode labels) {
    if (!(term.get("labelSelector") instanceof ObjectNode selector)) {
      return;
    }
    merge(selector, term.path("matchLabelKeys"), "In", labels);
    merge(selector, term.path("mismatchLabelKeys"), "NotIn", labels);
  }

  private static void merge(ObjectNode selector, JsonNode keys, String operator, JsonNode labels) {
    for (JsonNode key : keys) {
      JsonNode value = labels.get(key.asText());
      if (value != null) {
        ObjectNode expression = selector.withArray("/matchExpressions").addObject();
        expression.put("key", key.asText()).put("operator", operator);
        expression.putArray("values").add(value);
      }
    }
  }
}
