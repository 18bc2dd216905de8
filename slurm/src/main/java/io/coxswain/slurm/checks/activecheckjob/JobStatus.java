package io.coxswain.slurm.checks.activecheckjob;

import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import java.util.List;

/** The state of a check's Job, in the terms of the check's status. */
final class JobStatus {
  static final String ACTIVE = "Active";
  static final String PENDING = "Pending";
  static final String COMPLETE = "Complete";
  static final String FAILED = "Failed";
  static final String SUSPENDED = "Suspended";
  static final String UNKNOWN = "Unknown";

  private JobStatus() {}

  static String of(Job job) {
    if (job.getStatus() == null) {
      return PENDING;
    }
    Integer active = job.getStatus().getActive();
    if (active != null && active > 0) {
      return ACTIVE;
    }
    List<JobCondition> conditions = job.getStatus().getConditions();
    for (JobCondition condition : conditions) {
      if (!"True".equals(condition.getStatus())) {
        continue;
      }
      switch (condition.getType()) {
        case "Complete", "SuccessCriteriaMet" -> {
          return COMPLETE;
        }
        case "Failed", "FailureTarget" -> {
          return FAILED;
        }
        case "Suspended" -> {
          return SUSPENDED;
        }
        default -> {}
      }
    }
    return conditions.isEmpty() ? PENDING : UNKNOWN;
  }
}
