package io.coxswain.apiserver.kinds.pod;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.coxswain.apiserver.kinds.Meta;
import io.coxswain.apiserver.rules.Formats;
import io.coxswain.apiserver.schema.FieldError;
import io.coxswain.apiserver.schema.SameJson;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What a pod's spec must look like, and what of it may change. */
public final class PodRules {
  private PodRules() {}

  public static void validate(JsonNode spec, String path, List<FieldError> errors) {
    JsonNode containers = spec.path("containers");
    if (containers.isEmpty()) {
      errors.add(FieldError.required(path + ".containers", ""));
    }
    var names = new TreeSet<String>();
    for (String list : List.of("containers", "initContainers")) {
      int i = 0;
      for (JsonNode container : spec.path(list)) {
        String at = path + "." + list + "[" + i++ + "]";
        container(container, at, names, errors);
      }
    }
    String restart = spec.path("restartPolicy").asText("");
    if (!List.of("Always", "OnFailure", "Never").contains(restart)) {
      errors.add(
          FieldError.notSupported(
              path + ".restartPolicy",
              TextNode.valueOf(restart),
              List.of("Always", "OnFailure", "Never")));
    }
  }

  private static void container(
      JsonNode container, String at, Set<String> names, List<FieldError> errors) {
    String name = container.path("name").asText("");
    if (name.isEmpty()) {
      errors.add(FieldError.required(at + ".name", ""));
    } else {
      for (String problem : Formats.dnsLabel(name)) {
        errors.add(FieldError.invalid(at + ".name", name, problem));
      }
      if (!names.add(name)) {
        errors.add(FieldError.duplicate(at + ".name", TextNode.valueOf(name)));
      }
    }
    if (container.path("image").asText("").isEmpty()) {
      errors.add(FieldError.required(at + ".image", ""));
    }
  }

  public static void validateUpdate(ObjectNode pod, ObjectNode before, List<FieldError> errors) {
    ObjectNode now = Meta.child(pod.deepCopy(), "spec");
    ObjectNode old = Meta.child(before.deepCopy(), "spec");
    for (String list : List.of("containers", "initContainers")) {
      if (now.path(list).size() != old.path(list).size()) {
        errors.add(
            FieldError.forbidden("spec." + list, "pod updates may not add or remove containers"));
        return;
      }
      copyImages(now.path(list), old.path(list));
    }
    copy(now, old, "activeDeadlineSeconds");
    copy(now, old, "tolerations");
    copy(now, old, "schedulingGates");
    if (old.path("terminationGracePeriodSeconds").asLong() < 0) {
      copy(now, old, "terminationGracePeriodSeconds");
    }
    if (!before.at("/spec/schedulingGates").isEmpty()) {
      copy(now, old, "nodeSelector");
      copy(now, old, "affinity");
    }
    if (!SameJson.same(now, old)) {
      errors.add(
          FieldError.forbidden(
              "spec",
              "pod updates may not change fields other than `spec.containers[*].image`,"
                  + "`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,"
                  + "`spec.tolerations` (only additions to existing tolerations),"
                  + "`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was"
                  + " previously negative)"));
    }
  }

  private static void copyImages(JsonNode to, JsonNode from) {
    for (int i = 0; i < to.size(); i++) {
      if (to.get(i) instanceof ObjectNode container) {
        copy(container, from.get(i), "image");
      }
    }
  }

  private static void copy(ObjectNode to, JsonNode from, String field) {
    JsonNode value = from.get(field);
    if (value == null) {
      to.remove(field);
    } else {
      to.set(field, value);
    }
  }
}
