package io.coxswain.apiserver.kinds.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.coxswain.apiserver.kinds.Meta;
import io.coxswain.apiserver.kinds.Strategy;
import io.coxswain.apiserver.kinds.pod.PodRules;
import io.coxswain.apiserver.kinds.pod.PodSpecs;
import io.coxswain.apiserver.schema.FieldError;
import java.util.List;

/** CronJobs. */
public final class CronJobStrategy implements Strategy {
  private static final int NAME_LIMIT = 52;

  @Override
  public void defaults(ObjectNode cronJob) {
    ObjectNode spec = Meta.child(cronJob, "spec");
    Meta.setDefault(spec, "concurrencyPolicy", "Allow");
    Meta.setDefault(spec, "suspend", false);
    Meta.setDefault(spec, "successfulJobsHistoryLimit", 3);
    Meta.setDefault(spec, "failedJobsHistoryLimit", 1);
    ObjectNode template = Meta.child(spec, "jobTemplate");
    Meta.of(template);
    PodSpecs.template(Meta.child(template, "spec"));
    Meta.child(cronJob, "status");
  }

  @Override
  public void validate(ObjectNode cronJob, List<FieldError> errors) {
    JsonNode spec = cronJob.path("spec");
    if (spec.path("schedule").asText("").isEmpty()) {
      errors.add(FieldError.required("spec.schedule", ""));
    }
    String name = Meta.name(cronJob);
    if (name.length() > NAME_LIMIT) {
      errors.add(FieldError.invalid("metadata.name", name, "must be no more than 52 characters"));
    }
    List<String> policies = List.of("Allow", "Forbid", "Replace");
    String policy = spec.path("concurrencyPolicy").asText();
    if (!policies.contains(policy)) {
      errors.add(
          FieldError.notSupported("spec.concurrencyPolicy", TextNode.valueOf(policy), policies));
    }
    JsonNode pod = spec.at("/jobTemplate/spec/template/spec");
    PodRules.validate(pod, "spec.jobTemplate.spec.template.spec", errors);
    String restart = pod.path("restartPolicy").asText();
    if (restart.equals("Always")) {
      errors.add(
          FieldError.notSupported(
              "spec.jobTemplate.spec.template.spec.restartPolicy",
              TextNode.valueOf(restart),
              List.of("OnFailure", "Never")));
    }
  }
}
