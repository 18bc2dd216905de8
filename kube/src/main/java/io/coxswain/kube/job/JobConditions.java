package io.coxswain.kube.job;

import io.coxswain.api.Conditions;
import io.coxswain.api.Timestamps;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import io.fabric8.kubernetes.api.model.batch.v1.JobConditionBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The conditions of a Job. */
public final class JobConditions {
  private JobConditions() {}

  /** The condition {@code Complete} or {@code Failed}, if True. */
  public static Optional<JobCondition> finished(Job job) {
    return job.getStatus() == null
        ? Optional.empty()
        : all(job.getStatus()).stream()
            .filter(
                c -> c.getType().equals(JobNames.COMPLETE) || c.getType().equals(JobNames.FAILED))
            .filter(c -> "True".equals(c.getStatus()))
            .findFirst();
  }

  static Optional<JobCondition> find(JobStatus status, String type) {
    return Conditions.JOB.find(status.getConditions(), type);
  }

  static boolean isTrue(JobStatus status, String type) {
    return Conditions.JOB.isTrue(status.getConditions(), type);
  }

  /** Adds the condition, or updates the existing one of its type if it differs. */
  static void set(
      JobStatus status, String type, boolean value, String reason, String message, Instant now) {
    var conditions = new ArrayList<>(all(status));
    JobCondition wanted =
        new JobConditionBuilder()
            .withType(type)
            .withStatus(value ? "True" : "False")
            .withReason(reason)
            .withMessage(message)
            .withLastProbeTime(Timestamps.format(now))
            .withLastTransitionTime(Timestamps.format(now))
            .build();
    for (int i = 0; i < conditions.size(); i++) {
      JobCondition present = conditions.get(i);
      if (present.getType().equals(type)) {
        if (!says(present, wanted)) {
          conditions.set(i, wanted);
        }
        status.setConditions(conditions);
        return;
      }
    }
    conditions.add(wanted);
    status.setConditions(conditions);
  }

  private static boolean says(JobCondition present, JobCondition wanted) {
    return wanted.getStatus().equals(present.getStatus())
        && wanted.getReason().equals(present.getReason())
        && wanted.getMessage().equals(present.getMessage());
  }

  private static List<JobCondition> all(JobStatus status) {
    return status.getConditions() == null ? List.of() : status.getConditions();
  }
}
