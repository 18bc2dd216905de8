package io.coxswain.apiserver.kinds.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.json.SameJson;
import io.coxswain.apiserver.kinds.Strategy;
import io.coxswain.apiserver.kinds.WriteContext;
import io.coxswain.apiserver.kinds.pod.DisabledFields;
import io.coxswain.apiserver.kinds.pod.PodSpecs;
import io.coxswain.apiserver.rules.Field;
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
    ObjectNode job = Meta.child(template, "spec");
    PodSpecs.template(job);
    JobStrategy.failurePolicyDefaults(job);
    Meta.child(cronJob, "status");
  }

  @Override
  public void prepareCreate(ObjectNode cronJob, WriteContext context) {
    if (cronJob.at("/spec/jobTemplate/spec/template/spec") instanceof ObjectNode spec) {
      DisabledFields.drop(spec);
    }
  }

  @Override
  public void prepareUpdate(ObjectNode cronJob, ObjectNode before, WriteContext context) {
    prepareCreate(cronJob, context);
  }

  @Override
  public void warn(ObjectNode cronJob, WriteContext context) {
    TemplateStrategy.warnOfName(cronJob, context);
    warnOfTemplate(cronJob, context);
  }

  private static void warnOfTemplate(ObjectNode cronJob, WriteContext context) {
    JobStrategy.warnings(
        cronJob.at("/spec/jobTemplate/spec"), "spec.jobTemplate.spec", context.warnings());
  }

  @Override
  public void warnOnUpdate(ObjectNode cronJob, ObjectNode before, WriteContext context) {
    if (Meta.generation(cronJob) != Meta.generation(before)) {
      warnOfTemplate(cronJob, context);
    }
    if (Meta.text(cronJob, "/spec/schedule").contains("TZ")) {
      context
          .warnings()
          .add(
              "cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, see"
                  + " https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more"
                  + " details");
    }
  }

  @Override
  public void validateCreate(ObjectNode cronJob, List<FieldError> errors) {
    Field now = Field.of(cronJob, errors);
    check(now.get("spec"), MissingNode.getInstance());
    Field name = now.get("metadata.name");
    if (name.text().length() > NAME_LIMIT) {
      name.invalid("must be no more than 52 characters");
    }
  }

  @Override
  public void validateUpdate(ObjectNode cronJob, ObjectNode before, List<FieldError> errors) {
    check(Field.of(cronJob, errors).get("spec"), before.path("spec"));
  }

  private static void check(Field spec, JsonNode old) {
    Field schedule = spec.get("schedule");
    if (schedule.isGiven()) {
      schedule(schedule, spec.get("timeZone"), old.path("schedule").asText("").contains("TZ"));
    }
    spec.get("startingDeadlineSeconds").nonNegative();
    if (old.isMissingNode() || !SameJson.same(spec.get("timeZone").node(), old.path("timeZone"))) {
      TimeZones.check(spec.get("timeZone"));
    }
    spec.get("concurrencyPolicy").givenOneOf(List.of("Allow", "Forbid", "Replace"));
    Field job = spec.get("jobTemplate.spec");
    JobRules.spec(job);
    if (job.has("selector")) {
      job.get("selector").invalidAs(SelectorRules.SELECTOR, "`selector` will be auto-generated");
    }
    if (job.get("manualSelector").isTrue()) {
      job.get("manualSelector").unsupported("nil", "false");
    }
    spec.get("successfulJobsHistoryLimit").nonNegative();
    spec.get("failedJobsHistoryLimit").nonNegative();
  }

  private static void schedule(Field schedule, Field zone, boolean mayHaveZone) {
    CronFormat.problem(schedule.text()).ifPresent(schedule::invalid);
    if (!schedule.text().contains("TZ")) {
      return;
    }
    if (!mayHaveZone) {
      schedule.invalid("cannot use TZ or CRON_TZ in schedule, use timeZone field instead");
    } else if (zone.isSet()) {
      schedule.invalid("cannot use both timeZone field and TZ or CRON_TZ in schedule");
    }
  }
}
