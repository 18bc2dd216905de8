package io.coxswain.apiserver.kinds.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.json.SameJson;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.InternalForm;
import java.util.List;

/** The rules for updates of a Job. */
final class JobUpdateRules {
  private JobUpdateRules() {}

  static void check(Field job, JsonNode before) {
    Field spec = job.get("spec");
    JsonNode old = before.path("spec");
    // Upstream validates once more, and therefore reports errors twice.
    JobRules.spec(spec);
    JobRules.selector(spec);
    completions(spec, old);
    spec.get("selector").unchangedFrom(old.path("selector"), SelectorRules.SELECTOR);
    template(spec, old, before);
    spec.get("completionMode").unchangedFrom(old.path("completionMode"));
    internal(spec.get("podFailurePolicy"), old.path("podFailurePolicy"), "*batch.PodFailurePolicy");
    spec.get("backoffLimitPerIndex").unchangedFrom(old.path("backoffLimitPerIndex"));
    spec.get("managedBy").unchangedFrom(old.path("managedBy"));
    internal(spec.get("successPolicy"), old.path("successPolicy"), "*batch.SuccessPolicy");
  }

  private static void internal(Field field, JsonNode before, String type) {
    if (!SameJson.same(field.node(), before)) {
      field.invalid(InternalForm.of(type, field.node()), "field is immutable");
    }
  }

  private static void completions(Field spec, JsonNode old) {
    Field completions = spec.get("completions");
    if (!spec.get("completionMode").is("Indexed")) {
      completions.unchangedFrom(old.path("completions"));
      return;
    }
    boolean changed = !SameJson.same(completions.node(), old.path("completions"));
    if (changed
        && completions.isSet()
        && completions.number() != spec.get("parallelism").number()) {
      completions.invalid("can only be modified in tandem with spec.parallelism");
    }
  }

  private static void template(Field spec, JsonNode old, JsonNode before) {
    Field template = spec.get("template");
    JsonNode was = old.path("template");
    boolean unstarted =
        old.path("suspend").asBoolean(false) && !before.at("/status/startTime").isTextual();
    if (unstarted) {
      was = rescheduled(was, template.node());
    }
    internal(template, was, "core.PodTemplateSpec");
  }

  /** The scheduling constraints of a suspended Job may change until it has started. */
  private static JsonNode rescheduled(JsonNode template, JsonNode now) {
    ObjectNode copy = template.deepCopy();
    ObjectNode spec = Meta.child(copy, "spec");
    for (String field : List.of("nodeSelector", "tolerations", "schedulingGates")) {
      copy(spec, now.path("spec"), field);
    }
    for (String field : List.of("labels", "annotations")) {
      copy(Meta.of(copy), now.path("metadata"), field);
    }
    ObjectNode affinity = Meta.child(spec, "affinity");
    copy(affinity, now.at("/spec/affinity"), "nodeAffinity");
    return copy;
  }

  private static void copy(ObjectNode to, JsonNode from, String field) {
    if (from.has(field)) {
      to.set(field, from.get(field));
    } else {
      to.remove(field);
    }
  }
}
