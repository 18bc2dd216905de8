package io.coxswain.apiserver.admission.plugins;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.quota.Amounts;
import io.coxswain.api.quota.PodAmounts;
import io.coxswain.apiserver.admission.Attributes;
import io.coxswain.apiserver.admission.Plugin;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.AdmissionException;
import java.util.ArrayList;
import java.util.List;

/**
 * Applies the default amounts of the namespace to containers, and its limits to pods and claims.
 */
final class LimitRanger implements Plugin {
  private static final String ANNOTATION = "kubernetes.io/limit-ranger";
  private static final String CLAIMS = "persistentvolumeclaims";

  @Override
  public List<String> resources() {
    return List.of("pods", "pods/resize", CLAIMS);
  }

  private static boolean concerns(Attributes attributes) {
    return (attributes.isCreate()
            || attributes.isOf(CLAIMS)
            || attributes.subresource().equals("resize"))
        && !Meta.deleting(attributes.old());
  }

  @Override
  public void admit(Attributes attributes) {
    if (!concerns(attributes) || attributes.isOf(CLAIMS)) {
      return;
    }
    for (JsonNode range : ranges(attributes)) {
      Amounts requests = Amounts.none();
      Amounts limits = Amounts.none();
      for (JsonNode limit : range.at("/spec/limits")) {
        if (limit.path("type").asText().equals("Container")) {
          Amounts.of(limit.path("defaultRequest")).byName().forEach(requests::set);
          Amounts.of(limit.path("default")).byName().forEach(limits::set);
        }
      }
      fill(attributes, requests, limits);
    }
  }

  private static List<JsonNode> ranges(Attributes attributes) {
    var ranges = new ArrayList<JsonNode>();
    String namespace = attributes.namespace();
    var stored =
        attributes
            .context()
            .snapshot()
            .collection("limitranges")
            .valuesFrom(ObjectKey.of(namespace, ""));
    for (var range : stored) {
      if (!range.key().namespace().equals(namespace)) {
        break;
      }
      ranges.add(range.tree());
    }
    return ranges;
  }

  private static void fill(Attributes attributes, Amounts requests, Amounts limits) {
    var said = new ArrayList<String>();
    for (ObjectNode container : Meta.objects(attributes.spec().path("containers"))) {
      fill(container, requests, limits, "container", said);
    }
    for (ObjectNode container : Meta.objects(attributes.spec().path("initContainers"))) {
      fill(container, requests, limits, "init container", said);
    }
    if (!said.isEmpty()) {
      Meta.child(Meta.of(attributes.object()), "annotations")
          .put(ANNOTATION, "LimitRanger plugin set: " + String.join("; ", said));
    }
  }

  private static void fill(
      ObjectNode container, Amounts requests, Amounts limits, String what, List<String> said) {
    ObjectNode resources = Meta.child(container, "resources");
    String who = what + " " + container.path("name").asText("");
    List<String> limited = fill(resources, "limits", limits);
    List<String> requested = fill(resources, "requests", requests);
    if (!requested.isEmpty()) {
      said.add(String.join(", ", requested) + " request for " + who);
    }
    if (!limited.isEmpty()) {
      said.add(String.join(", ", limited) + " limit for " + who);
    }
  }

  private static List<String> fill(ObjectNode resources, String part, Amounts defaults) {
    var set = new ArrayList<String>();
    defaults
        .byName()
        .forEach(
            (name, quantity) -> {
              if (!resources.path(part).has(name)) {
                Meta.child(resources, part).put(name, quantity);
                set.add(name);
              }
            });
    return set;
  }

  @Override
  public void validate(Attributes attributes) {
    if (!concerns(attributes)) {
      return;
    }
    for (JsonNode range : ranges(attributes)) {
      var problems = new ArrayList<String>();
      for (JsonNode limit : range.at("/spec/limits")) {
        check(limit, attributes, problems);
      }
      if (!problems.isEmpty()) {
        throw new AdmissionException(Problems.of(problems));
      }
    }
  }

  private static void check(JsonNode limit, Attributes attributes, List<String> problems) {
    JsonNode spec = attributes.spec();
    var bounds = new Bounds(limit, problems);
    switch (limit.path("type").asText()) {
      case "PersistentVolumeClaim" -> {
        if (attributes.isOf(CLAIMS)) {
          bounds.ofRequests(Amounts.of(spec.at("/resources/requests")));
        }
      }
      case "Container" -> {
        for (String list : List.of("containers", "initContainers")) {
          for (JsonNode container : spec.path(list)) {
            bounds.of(
                Amounts.of(container.at("/resources/requests")),
                Amounts.of(container.at("/resources/limits")));
          }
        }
      }
      case "Pod" -> {
        if (!attributes.isOf(CLAIMS)) {
          bounds.of(PodAmounts.ofSpec(spec, "requests"), PodAmounts.ofSpec(spec, "limits"));
        }
      }
      default -> {}
    }
  }
}
