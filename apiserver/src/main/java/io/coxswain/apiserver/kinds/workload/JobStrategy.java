package io.coxswain.apiserver.kinds.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.kinds.Meta;
import io.coxswain.apiserver.kinds.Strategy;
import io.coxswain.apiserver.kinds.WriteContext;
import io.coxswain.apiserver.kinds.pod.PodSpecs;
import io.coxswain.apiserver.schema.FieldError;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Jobs. */
public final class JobStrategy implements Strategy {

  @Override
  public void defaults(ObjectNode job) {
    ObjectNode spec = Meta.child(job, "spec");
    specDefaults(spec);
    Meta.child(job, "status");
    labels(job);
  }

  private static void labels(ObjectNode job) {
    JsonNode ofTemplate = job.at("/spec/template/metadata/labels");
    if (job.at("/metadata/labels").isEmpty() && !ofTemplate.isEmpty()) {
      Meta.of(job).set("labels", ofTemplate.deepCopy());
    }
  }

  /** The same in a Job and in the template of a CronJob. */
  public static void specDefaults(ObjectNode spec) {
    PodSpecs.template(spec);
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
    for (ObjectNode rule : Meta.objects(spec.at("/podFailurePolicy/rules"))) {
      Meta.objects(rule.path("onPodConditions"))
          .forEach(condition -> Meta.setDefault(condition, "status", "True"));
    }
  }

  @Override
  public void prepareCreate(ObjectNode job, WriteContext context) {
    ObjectNode spec = Meta.child(job, "spec");
    if (spec.path("manualSelector").asBoolean(false)) {
      return;
    }
    String uid = Meta.uid(job);
    String name = Meta.name(job);
    ObjectNode labels = Meta.child(Meta.of(Meta.child(spec, "template")), "labels");
    labels.put("batch.kubernetes.io/controller-uid", uid);
    labels.put("controller-uid", uid);
    labels.put("batch.kubernetes.io/job-name", name);
    labels.put("job-name", name);
    Meta.child(Meta.child(spec, "selector"), "matchLabels")
        .put("batch.kubernetes.io/controller-uid", uid);
    labels(job);
  }

  @Override
  public void validate(ObjectNode job, List<FieldError> errors) {
    JobRules.validate(job, errors);
  }

  @Override
  public void validateUpdate(ObjectNode job, ObjectNode before, List<FieldError> errors) {
    JobRules.validateUpdate(job, before, errors);
  }

  @Override
  public void validateStatusUpdate(ObjectNode job, ObjectNode before, List<FieldError> errors) {
    JobRules.validateStatus(job, before, errors);
  }

  @Override
  public SortedMap<String, String> fields(ObjectNode job) {
    var fields = new TreeMap<String, String>();
    fields.put("status.successful", Long.toString(job.at("/status/succeeded").asLong(0)));
    return fields;
  }
}
