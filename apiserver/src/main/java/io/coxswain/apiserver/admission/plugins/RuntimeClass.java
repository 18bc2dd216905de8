package io.coxswain.apiserver.admission.plugins;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.admission.Attributes;
import io.coxswain.apiserver.admission.Operation;
import io.coxswain.apiserver.admission.Plugin;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.json.SameJson;
import io.coxswain.apiserver.kinds.AdmissionException;
import java.util.ArrayList;
import java.util.List;

/** Sets the overhead and scheduling constraints of a pod's runtime class. */
final class RuntimeClass implements Plugin {
  private static final String CLASSES = "runtimeclasses.node.k8s.io";

  @Override
  public List<String> resources() {
    return List.of("pods");
  }

  @Override
  public List<Operation> operations() {
    return List.of(Operation.CREATE);
  }

  @Override
  public void admit(Attributes attributes) {
    ObjectNode spec = attributes.spec();
    JsonNode its = chosen(attributes);
    JsonNode overhead = its.path("overhead");
    if (overhead.isObject()) {
      if (!spec.path("overhead").isEmpty()
          && !SameJson.same(spec.path("overhead"), overhead.path("podFixed"))) {
        throw new AdmissionException(
            "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead");
      }
      spec.set("overhead", overhead.path("podFixed").deepCopy());
    }
    if (its.path("scheduling").isObject()) {
      schedule(spec, its.path("scheduling"));
    }
  }

  /** The class that the pod names; missing if none. */
  private static JsonNode chosen(Attributes attributes) {
    JsonNode name = attributes.spec().path("runtimeClassName");
    if (!name.isTextual()) {
      return MissingNode.getInstance();
    }
    var stored = attributes.context().snapshot().find(CLASSES, ObjectKey.of(name.asText()));
    if (stored == null) {
      throw new AdmissionException(
          "pod rejected: RuntimeClass \"" + name.asText() + "\" not found");
    }
    return stored.tree();
  }

  private static void schedule(ObjectNode spec, JsonNode scheduling) {
    for (var wanted : scheduling.path("nodeSelector").properties()) {
      String key = wanted.getKey();
      JsonNode own = spec.path("nodeSelector").path(key);
      if (own.isTextual() && !own.equals(wanted.getValue())) {
        throw new AdmissionException(
            "conflict: runtimeClass.scheduling.nodeSelector["
                + key
                + "] = "
                + wanted.getValue().asText()
                + "; pod.spec.nodeSelector["
                + key
                + "] = "
                + own.asText());
      }
      Meta.child(spec, "nodeSelector").set(key, wanted.getValue());
    }
    if (!scheduling.path("tolerations").isEmpty()) {
      var all = new ArrayList<JsonNode>();
      spec.path("tolerations").forEach(all::add);
      scheduling.path("tolerations").forEach(all::add);
      ArrayNode merged = spec.putArray("tolerations");
      for (int i = 0; i < all.size(); i++) {
        if (!isRedundant(all, i, merged)) {
          merged.add(all.get(i));
        }
      }
    }
  }

  private static boolean isRedundant(List<JsonNode> all, int index, ArrayNode merged) {
    JsonNode toleration = all.get(index);
    for (JsonNode other : merged) {
      if (covers(other, toleration)) {
        return true;
      }
    }
    for (JsonNode later : all.subList(index + 1, all.size())) {
      if (!SameJson.same(later, toleration) && covers(later, toleration)) {
        return true;
      }
    }
    return false;
  }

  private static boolean covers(JsonNode more, JsonNode less) {
    if (SameJson.same(more, less)) {
      return true;
    }
    boolean exists = text(more, "operator").equals("Exists");
    boolean anyKey = text(more, "key").isEmpty() && exists;
    if (!anyKey && !text(more, "key").equals(text(less, "key"))) {
      return false;
    }
    String effect = text(more, "effect");
    if (!effect.isEmpty() && !effect.equals(text(less, "effect"))) {
      return false;
    }
    if (effect.equals("NoExecute") && more.has("tolerationSeconds")) {
      JsonNode seconds = less.path("tolerationSeconds");
      if (!seconds.isNumber() || seconds.asLong() > more.path("tolerationSeconds").asLong()) {
        return false;
      }
    }
    return exists
        || (text(more, "operator").equals(text(less, "operator"))
            && text(more, "value").equals(text(less, "value")));
  }

  private static String text(JsonNode toleration, String field) {
    String text = toleration.path(field).asText("");
    return field.equals("operator") && text.isEmpty() ? "Equal" : text;
  }

  @Override
  public void validate(Attributes attributes) {
    JsonNode overhead = chosen(attributes).path("overhead");
    JsonNode own = attributes.spec().path("overhead");
    if (overhead.isObject()) {
      if (!SameJson.same(overhead.path("podFixed"), own)) {
        throw new AdmissionException(
            "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead");
      }
    } else if (own.isObject()) {
      throw new AdmissionException(
          "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead");
    }
  }
}
