package io.coxswain.apiserver.kinds.pod;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.api.quota.QualityOfService;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.json.SameJson;
import io.coxswain.apiserver.kinds.Strategy;
import io.coxswain.apiserver.kinds.WriteContext;
import io.coxswain.apiserver.rules.Field;
import java.util.List;

/** Writes to the requests and limits of a pod's containers. */
final class Resizing implements Strategy {
  private static final List<String> LISTS = List.of("containers", "initContainers");
  private static final String ONLY = "only cpu and memory resources are mutable";

  @Override
  public void prepareUpdate(ObjectNode pod, ObjectNode before, WriteContext context) {
    JsonNode now = pod.path("spec");
    JsonNode old = before.path("spec");
    for (String list : LISTS) {
      if (now.path(list).size() != old.path(list).size()) {
        return;
      }
    }
    ObjectNode spec = old.deepCopy();
    for (String list : LISTS) {
      if (sameNames(now.path(list), old.path(list))) {
        int i = 0;
        for (ObjectNode container : Meta.objects(spec.path(list))) {
          JsonNode wanted = now.path(list).get(i++);
          PodUpdateRules.copy(container, wanted, "resources");
          PodUpdateRules.copy(container, wanted, "resizePolicy");
        }
      } else {
        PodUpdateRules.copy(spec, now, list);
      }
    }
    pod.set("spec", spec);
    PodUpdateRules.copy(pod, before, "status");
    PodParts.keepMetadata(pod, before);
  }

  private static boolean sameNames(JsonNode now, JsonNode old) {
    for (int i = 0; i < old.size(); i++) {
      if (!now.get(i).path("name").equals(old.get(i).path("name"))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode before, List<FieldError> errors) {
    Field pod = Field.of(object, errors);
    Field spec = pod.get("spec");
    PodRules.check(pod);
    if (PodRules.isMirror(before)) {
      errors.clear();
      pod.at("[]").forbidden("static pods cannot be resized");
      return;
    }
    JsonNode old = before.path("spec");
    if (old.at("/os/name").asText("").equals("windows")) {
      errors.clear();
      pod.at("[]").forbidden("windows pods cannot be resized");
      return;
    }
    String was = before.at("/status/qosClass").asText(QualityOfService.of(old));
    if (!was.equals(QualityOfService.of(spec.node()))) {
      spec.invalid(
          object.at("/status/qosClass").asText(""),
          "Pod QOS Class may not change as a result of resizing");
    }
    if (!isSupported(before)) {
      spec.forbidden("Pod running on node without support for resize");
    }
    if (hasOwnResources(old) || hasOwnResources(spec.node())) {
      pod.forbidden(
          "resize of pods with pod-level resources is forbidden when"
              + " InPlacePodLevelResourcesVerticalScalingEnabled feature gate is disabled");
      return;
    }
    if (!sameOrder(spec, old)) {
      return;
    }
    removals(spec.get("initContainers"), old.path("initContainers"), true);
    removals(spec.get("containers"), old.path("containers"), false);
    others(spec, old);
  }

  private static boolean isSupported(JsonNode pod) {
    for (JsonNode status : pod.at("/status/containerStatuses")) {
      if (status.path("state").has("running")) {
        return status.has("resources");
      }
    }
    return true;
  }

  private static boolean hasOwnResources(JsonNode spec) {
    return !spec.at("/resources/requests").isEmpty() || !spec.at("/resources/limits").isEmpty();
  }

  private static boolean sameOrder(Field spec, JsonNode old) {
    boolean same = true;
    for (String list : LISTS) {
      Field containers = spec.get(list);
      if (containers.size() != old.path(list).size()) {
        containers.forbidden(list + " may not be added or removed on resize");
        same = false;
        continue;
      }
      int i = 0;
      for (Field container : containers.items()) {
        if (!container.get("name").node().equals(old.path(list).get(i++).path("name"))) {
          container.get("name").forbidden(list + " may not be renamed or reordered on resize");
          same = false;
        }
      }
    }
    return same;
  }

  private static void removals(Field containers, JsonNode old, boolean sidecars) {
    int i = 0;
    for (Field container : containers.items()) {
      JsonNode was = old.get(i++);
      if (sidecars && !isSidecar(was)) {
        continue;
      }
      for (String kind : List.of("requests", "limits")) {
        Field amounts = container.get("resources." + kind);
        for (var amount : was.path("resources").path(kind).properties()) {
          if (!amounts.node().has(amount.getKey())) {
            amounts.forbidden("resource " + kind + " cannot be removed");
            break;
          }
        }
      }
    }
  }

  private static boolean isSidecar(JsonNode container) {
    return container.path("restartPolicy").asText("").equals("Always");
  }

  /** Only the amounts of cpu and memory may differ. */
  private static void others(Field spec, JsonNode old) {
    ObjectNode now = spec.node().deepCopy();
    int i = 0;
    for (ObjectNode container : Meta.objects(now.path("containers"))) {
      JsonNode was = old.path("containers").get(i++);
      keepComputing(container, was);
      if (!SameJson.same(container, was)) {
        spec.forbidden(ONLY);
      }
    }
    i = 0;
    for (ObjectNode container : Meta.objects(now.path("initContainers"))) {
      JsonNode was = old.path("initContainers").get(i++);
      boolean sidecar = isSidecar(container);
      if (sidecar) {
        keepComputing(container, was);
      }
      if (!SameJson.same(container, was)) {
        spec.forbidden(
            sidecar
                ? "only cpu and memory resources for sidecar containers are mutable"
                : "resources for non-sidecar init containers are immutable");
      }
    }
    if (spec.errors().isEmpty() && !SameJson.same(now, old)) {
      spec.forbidden(ONLY);
    }
  }

  private static void keepComputing(ObjectNode container, JsonNode was) {
    ObjectNode resources = Meta.child(container, "resources");
    resources.remove("claims");
    for (String kind : List.of("limits", "requests")) {
      ObjectNode amounts = Meta.child(resources, kind);
      for (String name : List.of("cpu", "memory")) {
        PodUpdateRules.copy(amounts, was.path("resources").path(kind), name);
      }
      if (amounts.isEmpty()) {
        resources.remove(kind);
      }
    }
  }
}
