package io.coxswain.trainer.plugins.jobset;

import io.coxswain.api.Conditions;
import io.coxswain.api.Json;
import io.coxswain.api.jobset.JobSet;
import io.coxswain.api.jobset.JobSetStatus;
import io.coxswain.api.jobset.ReplicatedJobStatus;
import io.coxswain.api.trainer.JobStatus;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.TrainJobStatus;
import io.coxswain.api.trainer.WellKnown;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.ArrayList;

/** A job's status, derived from that of its JobSet: the outcome, and the progress of each step. */
final class JobSetProgress {
  private JobSetProgress() {}

  static TrainJobStatus status(TrainJob job, JobSet jobSet) {
    TrainJobStatus status =
        job.getStatus() == null ? new TrainJobStatus() : Json.copy(job.getStatus());
    JobSetStatus progress = jobSet.getStatus();
    if (progress == null) {
      return status;
    }
    for (Condition condition : progress.getConditions()) {
      if (condition.getStatus().equals("True")) {
        switch (condition.getType()) {
          case "Completed" -> takeOver(condition, WellKnown.COMPLETE, status);
          case "Failed" -> takeOver(condition, WellKnown.FAILED, status);
          default -> {}
        }
      }
    }
    var steps = new ArrayList<JobStatus>();
    progress.getReplicatedJobsStatus().forEach(step -> steps.add(step(step)));
    status.setJobsStatus(steps);
    return status;
  }

  private static void takeOver(Condition from, String type, TrainJobStatus status) {
    Condition condition = Json.copy(from);
    condition.setType(type);
    Conditions.META.set(status.getConditions(), condition);
  }

  private static JobStatus step(ReplicatedJobStatus from) {
    var step = new JobStatus();
    step.setName(from.getName());
    step.setReady(from.getReady());
    step.setSucceeded(from.getSucceeded());
    step.setFailed(from.getFailed());
    step.setActive(from.getActive());
    step.setSuspended(from.getSuspended());
    return step;
  }
}
