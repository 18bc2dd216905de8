package io.coxswain.jobset;

import static java.util.Objects.requireNonNullElse;

import io.coxswain.api.jobset.DependsOn;
import io.coxswain.api.jobset.JobSetStatus;
import io.coxswain.api.jobset.ReplicatedJob;
import io.coxswain.api.jobset.ReplicatedJobStatus;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** How many Jobs of each group are how far, counted from the Jobs of the present attempt. */
record JobCounts(DesiredJobSet wanted, List<ReplicatedJobStatus> entries) {
  private static final Comparator<ReplicatedJobStatus> ORDER =
      Comparator.comparing(ReplicatedJobStatus::getName).reversed();

  /** One entry per group, in descending order of names, as upstream stores them. */
  static JobCounts count(
      DesiredJobSet wanted, OwnedJobs jobs, JobSetStatus old, Features features) {
    return new JobCounts(
        wanted,
        wanted.replicatedJobs().stream()
            .map(replicated -> count(replicated, jobs, old, features))
            .sorted(ORDER)
            .toList());
  }

  static List<ReplicatedJobStatus> ordered(List<ReplicatedJobStatus> entries) {
    return entries.stream().sorted(ORDER).toList();
  }

  private static ReplicatedJobStatus count(
      ReplicatedJob replicated, OwnedJobs jobs, JobSetStatus old, Features features) {
    String name = replicated.getName();
    var entry = new ReplicatedJobStatus();
    entry.setName(name);
    entry.setSucceeded((int) of(jobs.successful(), name).count());
    entry.setFailed((int) of(jobs.failed(), name).count());
    entry.setReady((int) of(jobs.active(), name).filter(JobCounts::ready).count());
    entry.setActive((int) of(jobs.active(), name).filter(JobCounts::hasActivePods).count());
    entry.setSuspended((int) of(jobs.active(), name).filter(OwnedJobs::suspended).count());
    if (features.restartJob()) {
      JobRestarts.entry(old, name)
          .ifPresent(
              before -> {
                entry.setJobRestarts(before.getJobRestarts());
                entry.setJobRestartsCountTowardsMax(before.getJobRestartsCountTowardsMax());
              });
    }
    return entry;
  }

  private static Stream<Job> of(List<Job> jobs, String replicated) {
    return jobs.stream().filter(job -> OwnedJobs.replicatedJobOf(job).equals(replicated));
  }

  /** As many pods are ready or done as can run at once; true at once for a parallelism of 0. */
  private static boolean ready(Job job) {
    JobSpec spec = job.getSpec();
    JobStatus status = requireNonNullElse(job.getStatus(), new JobStatus());
    int pods = requireNonNullElse(spec.getParallelism(), 1);
    if (spec.getCompletions() != null) {
      pods = Math.min(pods, spec.getCompletions());
    }
    return requireNonNullElse(status.getSucceeded(), 0) + requireNonNullElse(status.getReady(), 0)
        >= pods;
  }

  private static boolean hasActivePods(Job job) {
    JobStatus status = requireNonNullElse(job.getStatus(), new JobStatus());
    return requireNonNullElse(status.getActive(), 0) > 0;
  }

  /** Whether every Job is ready or has succeeded. */
  boolean allReady() {
    return entries.stream().mapToInt(entry -> entry.getReady() + entry.getSucceeded()).sum()
        == wanted.totalReplicas();
  }

  /** Whether every Job of the group is past its start, well or not. */
  boolean started(ReplicatedJob replicated) {
    ReplicatedJobStatus entry = entry(replicated.getName());
    return entry.getFailed() + entry.getReady() + entry.getSucceeded()
        == DesiredJobSet.replicas(replicated);
  }

  /** Whether all that the group depends on has got as far as it asks. */
  boolean dependenciesMet(ReplicatedJob replicated) {
    List<DependsOn> dependencies = replicated.getDependsOn();
    return dependencies == null || dependencies.stream().allMatch(this::met);
  }

  private boolean met(DependsOn dependency) {
    ReplicatedJob other =
        wanted.replicatedJobs().stream()
            .filter(r -> r.getName().equals(dependency.getName()))
            .findFirst()
            .orElse(null);
    if (other == null) {
      return false;
    }
    return switch (dependency.getStatus()) {
      case "Complete" -> entry(other.getName()).getSucceeded() == DesiredJobSet.replicas(other);
      case "Ready" -> started(other);
      default -> false;
    };
  }

  private ReplicatedJobStatus entry(String replicated) {
    return entries.stream()
        .filter(entry -> entry.getName().equals(replicated))
        .findFirst()
        .orElseThrow();
  }
}
