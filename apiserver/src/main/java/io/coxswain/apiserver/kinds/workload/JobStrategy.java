package io.coxswain.apiserver.kinds.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.DeletionStrategy;
import io.coxswain.apiserver.kinds.Propagation;
import io.coxswain.apiserver.kinds.WriteContext;
import io.coxswain.apiserver.kinds.pod.PodWarnings;
import io.coxswain.apiserver.rules.Field;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Jobs. */
public final class JobStrategy extends TemplateStrategy {
  private static final int MANY_COMPLETIONS = 100_000;
  private static final int MANY_AT_ONCE = 10_000;

  private static final DeletionStrategy DELETION = new Deletion();

  /** Jobs keep their pods by default, about which clients are warned. */
  private static final class Deletion implements DeletionStrategy {
    @Override
    public List<String> warnings(Propagation propagation) {
      return propagation.isUnset()
          ? List.of(
              "child pods are preserved by default when jobs are deleted; set"
                  + " propagationPolicy=Background to remove them or set propagationPolicy=Orphan"
                  + " to suppress this warning")
          : List.of();
    }
  }

  @Override
  public DeletionStrategy deletion() {
    return DELETION;
  }

  @Override
  public String unsupportedSelectorField(String name) {
    return "field label \"" + name + "\" not supported for Job";
  }

  @Override
  public void defaults(ObjectNode job) {
    super.defaults(job);
    labels(job);
  }

  private static void labels(ObjectNode job) {
    JsonNode ofTemplate = job.at("/spec/template/metadata/labels");
    if (job.at("/metadata/labels").isEmpty() && !ofTemplate.isEmpty()) {
      Meta.of(job).set("labels", TemplateLabels.of(ofTemplate));
    }
  }

  @Override
  void specDefaults(ObjectNode spec) {
    boolean completions = spec.hasNonNull("completions");
    boolean parallelism = spec.hasNonNull("parallelism");
    if (!completions && !parallelism) {
      spec.put("completions", 1);
    }
    if (!parallelism) {
      spec.put("parallelism", 1);
    }
    Meta.setDefault(
        spec, "backoffLimit", spec.hasNonNull("backoffLimitPerIndex") ? Integer.MAX_VALUE : 6);
    Meta.setDefault(spec, "completionMode", "NonIndexed");
    Meta.setDefault(spec, "suspend", false);
    Meta.setDefault(spec, "manualSelector", false);
    Meta.setDefault(
        spec,
        "podReplacementPolicy",
        spec.hasNonNull("podFailurePolicy") ? "Failed" : "TerminatingOrFailed");
    failurePolicyDefaults(spec);
  }

  /** Used for the template of a CronJob too, which has no other defaults of a Job. */
  static void failurePolicyDefaults(ObjectNode spec) {
    for (ObjectNode rule : Meta.objects(spec.at("/podFailurePolicy/rules"))) {
      Meta.objects(rule.path("onPodConditions"))
          .forEach(condition -> Meta.setDefault(condition, "status", "True"));
    }
  }

  @Override
  public void prepareCreate(ObjectNode job, WriteContext context) {
    super.prepareCreate(job, context);
    ObjectNode spec = Meta.child(job, "spec");
    if (spec.path("manualSelector").asBoolean(false)) {
      return;
    }
    ObjectNode labels = Meta.child(Meta.of(Meta.child(spec, "template")), "labels");
    for (String key : List.of(JobRules.OLD_NAME, JobRules.NAME)) {
      putIfAbsent(labels, key, Meta.name(job));
    }
    for (String key : List.of(JobRules.OLD_UID, JobRules.UID)) {
      putIfAbsent(labels, key, Meta.uid(job));
    }
    if (job.at("/metadata/labels") instanceof TemplateLabels shared) {
      shared.setAll(labels);
    }
    ObjectNode selected = Meta.child(Meta.child(spec, "selector"), "matchLabels");
    putIfAbsent(selected, JobRules.UID, Meta.uid(job));
  }

  private static void putIfAbsent(ObjectNode labels, String key, String value) {
    if (!labels.has(key)) {
      labels.put(key, value);
    }
  }

  @Override
  public void warn(ObjectNode job, WriteContext context) {
    warnOfName(job, context);
    warnings(job.path("spec"), "spec", context.warnings());
  }

  @Override
  public void warnOnUpdate(ObjectNode job, ObjectNode before, WriteContext context) {
    if (Meta.generation(job) != Meta.generation(before)) {
      warnings(job.path("spec"), "spec", context.warnings());
    }
  }

  /** Used for the template of a CronJob too. */
  static void warnings(JsonNode spec, String path, List<String> warnings) {
    if (spec.path("completionMode").asText("").equals("Indexed")
        && spec.path("completions").asInt(0) > MANY_COMPLETIONS
        && spec.path("parallelism").asInt(0) > MANY_AT_ONCE) {
      warnings.add(
          path
              + ": In Indexed Jobs with a number of completions higher than 10^5 and a parallelism"
              + " higher than 10^4, Kubernetes might not be able to track completedIndexes when a"
              + " big number of indexes fail");
    }
    PodWarnings.add(spec.path("template"), path + ".template", warnings);
  }

  @Override
  void check(Field job) {
    JobRules.check(job);
  }

  @Override
  public void validateUpdate(ObjectNode job, ObjectNode before, List<FieldError> errors) {
    Field now = Field.of(job, errors);
    JobRules.check(now, JobRules.hasPrefixedLabels(before));
    JobUpdateRules.check(now, before);
  }

  @Override
  public void validateStatusUpdate(ObjectNode job, ObjectNode before, List<FieldError> errors) {
    JobStatusRules.check(Field.of(job, errors), before);
  }

  @Override
  public SortedMap<String, String> fields(ObjectNode job) {
    var fields = new TreeMap<String, String>();
    fields.put("status.successful", Long.toString(job.at("/status/succeeded").asLong(0)));
    return fields;
  }
}
