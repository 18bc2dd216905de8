package io.coxswain.kube.legacytokens;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Set;
import java.util.TreeSet;

/** The Secrets that a pod refers to. */
final class PodSecrets {
  private PodSecrets() {}

  static Set<String> of(Pod pod) {
    var names = new TreeSet<String>();
    JsonNode spec = Json.tree(pod.getSpec());
    spec.path("imagePullSecrets").forEach(ref -> add(names, ref.path("name")));
    collect(spec.path("volumes"), names);
    collect(spec.path("containers"), names);
    collect(spec.path("initContainers"), names);
    collect(spec.path("ephemeralContainers"), names);
    return names;
  }

  /** Collects fields with the names of Secret references. */
  private static void collect(JsonNode node, Set<String> names) {
    for (var field : node.properties()) {
      switch (field.getKey()) {
        case "secret" -> {
          add(names, field.getValue().path("secretName"));
          add(names, field.getValue().path("name"));
        }
        case "secretName" -> add(names, field.getValue());
        case "secretRef",
            "secretKeyRef",
            "nodePublishSecretRef",
            "nodeStageSecretRef",
            "controllerPublishSecretRef" ->
            add(names, field.getValue().path("name"));
        default -> {}
      }
      collect(field.getValue(), names);
    }
    if (node.isArray()) {
      node.forEach(item -> collect(item, names));
    }
  }

  private static void add(Set<String> names, JsonNode name) {
    if (name.isTextual()) {
      names.add(name.asText());
    }
  }
}
