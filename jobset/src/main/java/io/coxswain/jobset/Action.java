package io.coxswain.jobset;

import io.coxswain.api.jobset.ReplicatedJob;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.List;

/** One step of a plan. Steps are taken in order; the first that fails ends the reconcile. */
sealed interface Action {

  /** Deletes the Jobs in the foreground, so that each exists until its pods have been deleted. */
  record DeleteJobs(List<Job> jobs) implements Action {}

  record CreateService(Service service) implements Action {}

  record CreateClaims(List<PersistentVolumeClaim> claims) implements Action {}

  /** Follows a change of parallelism and completions. */
  record ScaleJob(Job job, ReplicatedJob replicated) implements Action {}

  /** Creates the missing Jobs of one group. */
  record CreateJobs(List<Job> jobs) implements Action {}

  record SuspendJob(Job job) implements Action {}

  /** Starts a suspended Job with what was changed in the template while it was suspended. */
  record ResumeJob(Job job, ReplicatedJob replicated) implements Action {}

  /** Deletes the JobSet, whose time after its end is over. */
  record DeleteJobSet() implements Action {}
}
