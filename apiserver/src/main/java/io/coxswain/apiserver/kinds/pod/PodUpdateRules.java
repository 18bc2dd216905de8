package io.coxswain.apiserver.kinds.pod;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.json.SameJson;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.InternalForm;
import io.coxswain.apiserver.rules.UnifiedDiff;
import java.util.List;
import java.util.TreeMap;

/** The rules for updates of a pod through its main resource, which allow little. */
final class PodUpdateRules {
  private static final String ADDITIONS = "only additions are allowed (no mutations or deletions)";

  private final Field spec;
  private final JsonNode old;

  private PodUpdateRules(Field spec, JsonNode old) {
    this.spec = spec;
    this.old = old;
  }

  static void check(Field pod, JsonNode before) {
    PodRules.check(pod);
    PodAnnotationRules.update(
        pod.get("metadata.annotations"), before.at("/metadata/annotations"), pod.get("spec"));
    new PodUpdateRules(pod.get("spec"), before.path("spec")).check();
  }

  private void check() {
    if (!containers("containers") || !containers("initContainers") || !deadline()) {
      return;
    }
    tolerations();
    gates();
    if (!SameJson.same(spec.node(), old)) {
      rest();
    }
  }

  private boolean containers(String list) {
    Field containers = spec.get(list);
    if (containers.size() != old.path(list).size()) {
      containers.forbidden("pod updates may not add or remove containers");
      return false;
    }
    for (Field container : containers.items()) {
      container.get("image").isGiven();
      ContainerRules.unpaddedImage(container);
    }
    return true;
  }

  private boolean deadline() {
    Field deadline = spec.get("activeDeadlineSeconds");
    JsonNode was = old.path("activeDeadlineSeconds");
    if (!deadline.isSet()) {
      if (was.isNumber()) {
        deadline.invalid("must not update from a positive integer to nil value");
      }
      return true;
    }
    if (deadline.number() < 0 || deadline.number() > Integer.MAX_VALUE) {
      deadline.between(0, Integer.MAX_VALUE);
      return false;
    }
    if (was.isNumber() && was.asLong() < deadline.number()) {
      deadline.invalid("must be less than or equal to previous value");
      return false;
    }
    return true;
  }

  private void tolerations() {
    for (JsonNode toleration : old.path("tolerations")) {
      boolean kept =
          Meta.objects(spec.node().path("tolerations")).stream()
              .anyMatch(now -> withoutSeconds(now).equals(withoutSeconds(toleration)));
      if (!kept) {
        spec.get("tolerations")
            .forbidden("existing toleration can not be modified except its tolerationSeconds");
        return;
      }
    }
    SchedulingRules.tolerations(spec.get("tolerations"));
  }

  private static JsonNode withoutSeconds(JsonNode toleration) {
    ObjectNode copy = toleration.deepCopy();
    copy.remove("tolerationSeconds");
    return copy;
  }

  private void gates() {
    var added = new TreeMap<String, Field>();
    spec.get("schedulingGates").items().forEach(gate -> added.put(gate.text("name"), gate));
    old.path("schedulingGates").forEach(gate -> added.remove(gate.path("name").asText()));
    added.forEach(
        (name, gate) ->
            gate.get("name")
                .forbidden(
                    "only deletion is allowed, but found new scheduling gate '" + name + "'"));
  }

  /** Everything else is immutable, except the scheduling constraints of a gated pod. */
  private void rest() {
    ObjectNode now = spec.node().deepCopy();
    for (String list : List.of("containers", "initContainers")) {
      for (int i = 0; i < now.path(list).size(); i++) {
        copy((ObjectNode) now.path(list).get(i), old.path(list).get(i), "image");
      }
    }
    copy(now, old, "activeDeadlineSeconds");
    copy(now, old, "schedulingGates");
    copy(now, old, "tolerations");
    if (old.path("terminationGracePeriodSeconds").asLong() < 0
        && now.path("terminationGracePeriodSeconds").asLong() == 1) {
      copy(now, old, "terminationGracePeriodSeconds");
    }
    if (!old.path("schedulingGates").isEmpty()) {
      nodeSelector(now);
      nodeAffinity(now);
    }
    if (!SameJson.same(now, old)) {
      spec.forbidden(
          "pod updates may not change fields other than `spec.containers[*].image`,"
              + "`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,"
              + "`spec.tolerations` (only additions to existing tolerations),"
              + "`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was"
              + " previously negative)\n"
              + UnifiedDiff.of(
                  InternalForm.of("core.PodSpec", old), InternalForm.of("core.PodSpec", now)));
    }
  }

  private void nodeSelector(ObjectNode now) {
    JsonNode selector = now.path("nodeSelector");
    for (var label : old.path("nodeSelector").properties()) {
      if (!label.getValue().equals(selector.get(label.getKey()))) {
        spec.get("nodeSelector")
            .invalidAs(
                "map[string]string",
                "only additions to spec.nodeSelector are allowed (no mutations or deletions)");
        break;
      }
    }
    copy(now, old, "nodeSelector");
  }

  private void nodeAffinity(ObjectNode now) {
    JsonNode was = old.at("/affinity/nodeAffinity");
    if (SameJson.same(now.at("/affinity/nodeAffinity"), was)) {
      return;
    }
    onlyNarrower(was);
    if (now.path("affinity").isObject()) {
      ObjectNode affinity = Meta.child(now, "affinity");
      copy(affinity, old.path("affinity"), "nodeAffinity");
      if (affinity.isEmpty() && !old.has("affinity")) {
        now.remove("affinity");
      }
    } else if (was.isObject()) {
      now.putObject("affinity").set("nodeAffinity", was);
    }
  }

  private void onlyNarrower(JsonNode was) {
    JsonNode oldTerms = was.at("/requiredDuringSchedulingIgnoredDuringExecution/nodeSelectorTerms");
    if (!was.has("requiredDuringSchedulingIgnoredDuringExecution")) {
      return;
    }
    Field terms =
        spec.get(
            "affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution"
                + ".nodeSelectorTerms");
    if (!oldTerms.isEmpty() && oldTerms.size() != terms.size()) {
      terms.invalid(
          InternalForm.of("[]core.NodeSelectorTerm", terms.node()),
          "no additions/deletions to non-empty NodeSelectorTerms list are allowed");
      return;
    }
    for (int i = 0; i < oldTerms.size(); i++) {
      Field term = terms.items().get(i);
      if (!isNarrower(term.node(), oldTerms.get(i))) {
        term.invalid(InternalForm.of("core.NodeSelectorTerm", term.node()), ADDITIONS);
      }
    }
  }

  private static boolean isNarrower(JsonNode term, JsonNode was) {
    boolean emptyBefore =
        was.path("matchExpressions").isEmpty() && was.path("matchFields").isEmpty();
    boolean emptyNow =
        term.path("matchExpressions").isEmpty() && term.path("matchFields").isEmpty();
    if (emptyBefore && !emptyNow) {
      return false;
    }
    for (String list : List.of("matchExpressions", "matchFields")) {
      for (int i = 0; i < was.path(list).size(); i++) {
        JsonNode now = term.path(list).path(i);
        if (!SameJson.same(now, was.path(list).get(i))) {
          return false;
        }
      }
    }
    return true;
  }

  static void copy(ObjectNode to, JsonNode from, String field) {
    JsonNode value = from.get(field);
    if (value == null) {
      to.remove(field);
    } else {
      to.set(field, value);
    }
  }
}
