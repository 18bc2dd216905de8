package io.coxswain.apiserver.kinds.pod;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.json.SameJson;
import java.util.List;

/** AppArmor profiles: formerly annotations, now fields. */
final class AppArmor {
  static final String DEPRECATED =
      "deprecated since v1.30; use the \"appArmorProfile\" field instead";
  private static final String LOCAL = "localhost/";

  private AppArmor() {}

  /** The field that corresponds to the annotation; missing if there is none. */
  static JsonNode field(String annotation) {
    ObjectNode profile = Json.MAPPER.createObjectNode();
    switch (annotation) {
      case "unconfined" -> profile.put("type", "Unconfined");
      case "runtime/default" -> profile.put("type", "RuntimeDefault");
      default -> {
        if (!annotation.startsWith(LOCAL) || annotation.equals(LOCAL)) {
          return MissingNode.getInstance();
        }
        profile.put("type", "Localhost");
        profile.put("localhostProfile", annotation.substring(LOCAL.length()));
      }
    }
    return profile;
  }

  /** Sets the fields of a new pod that has only the annotations. */
  static void fromAnnotations(ObjectNode pod, List<String> warnings) {
    JsonNode annotations = Meta.at(pod, "/metadata/annotations");
    if (annotations.isEmpty() || Meta.at(pod, "/spec/os/name").asText("").equals("windows")) {
      return;
    }
    for (String list : PodSpecs.CONTAINER_LISTS) {
      for (ObjectNode container : Meta.objects(pod.path("spec").path(list))) {
        String key = PodAnnotationRules.APPARMOR + container.path("name").asText();
        if (!annotations.has(key)
            || Meta.at(container, "/securityContext/appArmorProfile").isObject()) {
          continue;
        }
        JsonNode field = field(annotations.path(key).asText());
        boolean differs =
            !SameJson.same(field, Meta.at(pod, "/spec/securityContext/appArmorProfile"));
        if (field.isObject() && differs) {
          Meta.child(container, "securityContext").set("appArmorProfile", field);
        }
        if (!field.isObject() || differs) {
          warnings.add("metadata.annotations[" + key + "]: " + DEPRECATED);
        }
      }
    }
  }
}
