package io.coxswain.apiserver.kinds.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.coxswain.apiserver.kinds.Meta;
import io.coxswain.apiserver.kinds.pod.PodRules;
import io.coxswain.apiserver.schema.FieldError;
import io.coxswain.apiserver.schema.SameJson;
import java.util.List;

/** What a Job must look like, and what of it may change. */
final class JobRules {
  private static final List<String> IMMUTABLE =
      List.of(
          "selector",
          "completionMode",
          "podFailurePolicy",
          "backoffLimitPerIndex",
          "managedBy",
          "successPolicy");

  private JobRules() {}

  public static void validate(ObjectNode job, List<FieldError> errors) {
    JsonNode spec = job.path("spec");
    for (String field :
        List.of(
            "parallelism",
            "completions",
            "backoffLimit",
            "activeDeadlineSeconds",
            "ttlSecondsAfterFinished",
            "backoffLimitPerIndex",
            "maxFailedIndexes")) {
      JsonNode value = spec.path(field);
      if (value.isNumber() && value.asLong() < 0) {
        errors.add(
            FieldError.invalid("spec." + field, value, "must be greater than or equal to 0"));
      }
    }
    boolean indexed = spec.path("completionMode").asText("").equals("Indexed");
    if (indexed && !spec.hasNonNull("completions")) {
      errors.add(FieldError.required("spec.completions", "when completion mode is Indexed"));
    }
    if (indexed && spec.path("parallelism").asInt() > 100000 && spec.hasNonNull("completions")) {
      errors.add(
          FieldError.invalid(
              "spec.parallelism",
              spec.path("parallelism"),
              "must be less than or equal to 100000 when completion mode is Indexed"));
    }
    JsonNode template = spec.at("/template/spec");
    PodRules.validate(template, "spec.template.spec", errors);
    String restart = template.path("restartPolicy").asText("");
    if (restart.equals("Always")) {
      errors.add(
          FieldError.notSupported(
              "spec.template.spec.restartPolicy",
              TextNode.valueOf(restart),
              List.of("OnFailure", "Never")));
    } else if (spec.hasNonNull("podFailurePolicy") && !restart.equals("Never")) {
      errors.add(
          FieldError.invalid(
              "spec.template.spec.restartPolicy",
              restart,
              "only \"Never\" is supported when podFailurePolicy is specified"));
    }
  }

  public static void validateUpdate(ObjectNode job, ObjectNode before, List<FieldError> errors) {
    JsonNode spec = job.path("spec");
    JsonNode old = before.path("spec");
    completions(spec, old, errors);
    for (String field : IMMUTABLE) {
      immutable(spec.path(field), old.path(field), "spec." + field, errors);
    }
    JsonNode template = spec.path("template");
    JsonNode oldTemplate = old.path("template");
    boolean unstarted =
        old.path("suspend").asBoolean(false) && !before.at("/status/startTime").isTextual();
    if (unstarted) {
      template = withoutScheduling(template, oldTemplate);
    }
    immutable(template, oldTemplate, "spec.template", errors);
  }

  private static void completions(JsonNode spec, JsonNode old, List<FieldError> errors) {
    if (SameJson.same(spec.path("completions"), old.path("completions"))) {
      return;
    }
    boolean indexed = spec.path("completionMode").asText("").equals("Indexed");
    boolean elastic =
        indexed
            && spec.hasNonNull("completions")
            && old.hasNonNull("completions")
            && SameJson.same(spec.path("completions"), spec.path("parallelism"));
    if (!elastic) {
      errors.add(
          FieldError.invalid(
              "spec.completions",
              spec.path("completions"),
              indexed
                  ? "can only be modified in tandem with spec.parallelism"
                  : "field is immutable"));
    }
  }

  /** Until it has started, a suspended job may still be told where its pods are to run. */
  private static JsonNode withoutScheduling(JsonNode template, JsonNode old) {
    if (!(template.deepCopy() instanceof ObjectNode copy)) {
      return template;
    }
    ObjectNode spec = Meta.child(copy, "spec");
    for (String field : List.of("nodeSelector", "tolerations", "schedulingGates", "affinity")) {
      replace(spec, old.path("spec"), field);
    }
    for (String field : List.of("labels", "annotations")) {
      replace(Meta.of(copy), old.path("metadata"), field);
    }
    return copy;
  }

  private static void replace(ObjectNode to, JsonNode from, String field) {
    if (from.has(field)) {
      to.set(field, from.get(field));
    } else {
      to.remove(field);
    }
  }

  private static void immutable(JsonNode now, JsonNode old, String field, List<FieldError> errors) {
    if (!SameJson.same(now, old)) {
      errors.add(FieldError.invalid(field, now, "field is immutable"));
    }
  }

  public static void validateStatus(ObjectNode job, ObjectNode before, List<FieldError> errors) {
    boolean wasComplete = isTrue(before, "Complete");
    boolean wasFailed = isTrue(before, "Failed");
    if (wasComplete && !isTrue(job, "Complete")) {
      errors.add(
          FieldError.invalid(
              "status.conditions",
              job.at("/status/conditions"),
              "cannot disable the terminal Complete=True condition"));
    }
    if (wasFailed && !isTrue(job, "Failed")) {
      errors.add(
          FieldError.invalid(
              "status.conditions",
              job.at("/status/conditions"),
              "cannot disable the terminal Failed=True condition"));
    }
    if (isTrue(job, "Complete") && isTrue(job, "Failed")) {
      errors.add(
          FieldError.invalid(
              "status.conditions",
              job.at("/status/conditions"),
              "cannot set Complete=True and Failed=true conditions"));
    }
    if (!wasComplete && isTrue(job, "Complete")) {
      if (!isTrue(job, "SuccessCriteriaMet")) {
        errors.add(
            FieldError.invalid(
                "status.conditions",
                job.at("/status/conditions"),
                "cannot set Complete=True condition without the SuccessCriteriaMet=true condition"));
      }
      if (!job.at("/status/completionTime").isTextual()) {
        errors.add(
            FieldError.required(
                "status.completionTime", "completionTime is required for Complete jobs"));
      }
    }
    if (!wasFailed && isTrue(job, "Failed") && !isTrue(job, "FailureTarget")) {
      errors.add(
          FieldError.invalid(
              "status.conditions",
              job.at("/status/conditions"),
              "cannot set Failed=True condition without the FailureTarget=true condition"));
    }
  }

  private static boolean isTrue(JsonNode job, String type) {
    for (JsonNode condition : job.at("/status/conditions")) {
      if (condition.path("type").asText("").equals(type)) {
        return condition.path("status").asText("").equals("True");
      }
    }
    return false;
  }
}
