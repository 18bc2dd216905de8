package io.coxswain.apiserver.kinds.workload;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Timestamps;
import io.coxswain.apiserver.json.SameJson;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.InternalForm;
import java.util.List;
import java.util.TreeSet;

/**
 * The rules for the status of a Job and its changes. Most apply only to what the write changes, so
 * that a previously invalid status can still be written.
 */
final class JobStatusRules {
  private static final String COMPLETE = "Complete";
  private static final String FAILED = "Failed";
  private static final String FAILURE_TARGET = "FailureTarget";
  private static final String CRITERIA_MET = "SuccessCriteriaMet";

  private final Field spec;
  private final Field status;
  private final JsonNode old;

  private final boolean complete;
  private final boolean failed;
  private final boolean finished;
  private final boolean finishedChanged;
  private final boolean completeChanged;

  private JobStatusRules(Field job, JsonNode before) {
    this.spec = job.get("spec");
    this.status = job.get("status");
    this.old = before.path("status");
    this.complete = is(COMPLETE);
    this.failed = is(FAILED);
    this.finished = complete || failed;
    this.finishedChanged = (was(COMPLETE) || was(FAILED)) != finished;
    this.completeChanged = was(COMPLETE) != complete;
  }

  static void check(Field job, JsonNode before) {
    var rules = new JobStatusRules(job, before);
    rules.counters();
    rules.endings();
    rules.times();
    rules.conditions();
    rules.finished();
    rules.indexes();
    rules.pods();
    rules.criteria();
    rules.steps();
  }

  private boolean is(String condition) {
    return isTrue(status.node(), condition);
  }

  private boolean was(String condition) {
    return isTrue(old, condition);
  }

  private static boolean isTrue(JsonNode status, String type) {
    for (JsonNode condition : status.path("conditions")) {
      if (condition.path("type").asText("").equals(type)
          && condition.path("status").asText("").equals("True")) {
        return true;
      }
    }
    return false;
  }

  private boolean changed(String field) {
    return !SameJson.same(status.get(field).node(), old.path(field));
  }

  private boolean changedNumber(String field) {
    return status.get(field).number() != old.path(field).asLong(0);
  }

  private void wrong(String why) {
    status.get("conditions").invalidOmitted(why);
  }

  private void counters() {
    for (String count : List.of("active", "succeeded", "failed", "ready", "terminating")) {
      status.get(count).nonNegative();
    }
    var seen = new TreeSet<String>();
    for (String list : List.of("succeeded", "failed")) {
      for (Field uid : status.get("uncountedTerminatedPods").get(list).items()) {
        if (uid.isEmpty()) {
          uid.invalid("must not be empty");
        } else {
          uid.notAmong(seen);
        }
      }
    }
  }

  private void endings() {
    boolean failedChanged = was(FAILED) != failed;
    if ((completeChanged || failedChanged) && complete && failed) {
      wrong("cannot set Complete=True and Failed=true conditions");
    }
    boolean targetChanged = was(FAILURE_TARGET) != is(FAILURE_TARGET);
    if ((completeChanged || targetChanged) && complete && is(FAILURE_TARGET)) {
      wrong("cannot set Complete=True and FailureTarget=true conditions");
    }
  }

  private void times() {
    Field completion = status.get("completionTime");
    Field start = status.get("startTime");
    boolean completionChanged = changed("completionTime");
    if (completeChanged || completionChanged) {
      if (completion.isSet() && !complete) {
        completion.invalid("cannot set completionTime when there is no Complete=True condition");
      }
      if (!completion.isSet() && complete) {
        completion.required("completionTime is required for Complete jobs");
      }
    }
    if ((changed("startTime") || completionChanged)
        && start.isSet()
        && completion.isSet()
        && Timestamps.instant(completion.text()).isBefore(Timestamps.instant(start.text()))) {
      completion.invalid("must be equal to or after `startTime`");
    }
  }

  private void conditions() {
    boolean failedChanged = was(FAILED) != failed;
    if ((failedChanged || changed("failedIndexes")) && failed && !is(FAILURE_TARGET)) {
      wrong("cannot set Failed=True condition without the FailureTarget=true condition");
    }
    boolean criteriaChanged = was(CRITERIA_MET) != is(CRITERIA_MET);
    if ((completeChanged || criteriaChanged) && complete && !is(CRITERIA_MET)) {
      wrong("cannot set Complete=True condition without the SuccessCriteriaMet=true condition");
    }
  }

  private void finished() {
    if (!finished) {
      return;
    }
    if ((finishedChanged || changedNumber("active")) && status.get("active").number() > 0) {
      status.get("active").invalid("active>0 is invalid for finished job");
    }
    Field completions = spec.get("completions");
    boolean nothingToDo =
        spec.get("suspend").isTrue() && completions.isSet() && completions.number() == 0;
    if ((finishedChanged || changed("startTime")) && !nothingToDo && !status.has("startTime")) {
      status.get("startTime").required("startTime is required for finished job");
    }
    Field uncounted = status.get("uncountedTerminatedPods");
    boolean some = !uncounted.get("failed").isEmpty() || !uncounted.get("succeeded").isEmpty();
    if ((finishedChanged || changed("uncountedTerminatedPods")) && some) {
      uncounted.invalid(
          InternalForm.of("batch.UncountedTerminatedPods", uncounted.node()),
          "must be empty for finished job");
    }
  }

  private void indexes() {
    Field completed = status.get("completedIndexes");
    Field failures = status.get("failedIndexes");
    boolean completedChanged = !completed.text().equals(old.path("completedIndexes").asText(""));
    boolean failuresChanged = changed("failedIndexes");
    boolean limited = spec.has("completions");
    boolean perIndex = spec.has("backoffLimitPerIndex");
    long completions = spec.get("completions").number();
    var ofCompleted = IndexIntervals.parse(completed.text(), completions);
    var ofFailed = IndexIntervals.parse(failures.text(), completions);
    if (completedChanged && limited && !ofCompleted.problem().isEmpty()) {
      completed.invalid("error parsing completedIndexes: " + ofCompleted.problem());
    }
    if (failuresChanged
        && limited
        && perIndex
        && failures.isSet()
        && !ofFailed.problem().isEmpty()) {
      failures.invalid("error parsing failedIndexes: " + ofFailed.problem());
    }
    if (completedChanged && !completed.isEmpty() && !spec.get("completionMode").is("Indexed")) {
      completed.invalid("cannot set non-empty completedIndexes when non-indexed completion mode");
    }
    if (failuresChanged && !perIndex && failures.isSet()) {
      failures.invalid("cannot set non-null failedIndexes when backoffLimitPerIndex is null");
    }
    if ((failuresChanged || completedChanged) && limited && failures.isSet()) {
      ofCompleted
          .overlap(ofFailed)
          .ifPresent(
              index ->
                  failures.invalid(
                      "failedIndexes and completedIndexes overlap at index: " + index));
    }
  }

  private void pods() {
    Field terminating = status.get("terminating");
    if ((finishedChanged || changed("terminating")) && finished && terminating.number() > 0) {
      terminating.invalid("terminating>0 is invalid for finished job");
    }
    Field ready = status.get("ready");
    if ((changed("ready") || changedNumber("active"))
        && ready.isSet()
        && ready.number() > status.get("active").number()) {
      ready.invalid("cannot set more ready pods than active");
    }
  }

  private void criteria() {
    if (is(CRITERIA_MET) && failed) {
      wrong("cannot set SuccessCriteriaMet=True and Failed=true conditions");
    }
    if (is(CRITERIA_MET) && is(FAILURE_TARGET)) {
      wrong("cannot set SuccessCriteriaMet=True and FailureTarget=true conditions");
    }
    if (spec.has("successPolicy") && !is(CRITERIA_MET) && complete) {
      wrong("cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True");
    }
  }

  /** The rules for changes from the previous state. */
  private void steps() {
    for (String terminal : List.of(FAILED, COMPLETE, FAILURE_TARGET)) {
      if (was(terminal) && !is(terminal)) {
        wrong("cannot disable the terminal " + terminal + "=True condition");
      }
    }
    decreasing("failed");
    boolean elastic =
        spec.get("completionMode").is("Indexed")
            && SameJson.same(spec.get("completions").node(), spec.get("parallelism").node());
    if (!elastic) {
      decreasing("succeeded");
    }
    Field completion = status.get("completionTime");
    if (completion.isSet() && old.hasNonNull("completionTime") && changed("completionTime")) {
      completion.invalid("field is immutable");
    }
    boolean resuming = was("Suspended") && isFalse("Suspended");
    if (old.hasNonNull("startTime")
        && changed("startTime")
        && !resuming
        && !spec.get("suspend").isTrue()) {
      status.get("startTime").required("startTime cannot be removed for unsuspended job");
    }
    if (was(CRITERIA_MET) && !is(CRITERIA_MET)) {
      wrong("cannot disable the SuccessCriteriaMet=True condition");
    }
    if (was(COMPLETE) && !was(CRITERIA_MET) && is(CRITERIA_MET)) {
      wrong("cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions");
    }
  }

  private boolean isFalse(String type) {
    for (JsonNode condition : status.node().path("conditions")) {
      if (condition.path("type").asText("").equals(type)
          && condition.path("status").asText("").equals("False")) {
        return true;
      }
    }
    return false;
  }

  private void decreasing(String counter) {
    if (status.get(counter).number() < old.path(counter).asLong(0)) {
      status.get(counter).orZero().invalid("cannot decrease the " + counter + " counter");
    }
  }
}
