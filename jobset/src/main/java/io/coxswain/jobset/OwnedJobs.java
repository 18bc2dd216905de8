package io.coxswain.jobset;

import io.coxswain.api.jobset.JobSetStatus;
import io.coxswain.jobset.label.Keys;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The Jobs of a JobSet by state.
 *
 * @param previous of an attempt that a restart has ended; they only wait to be deleted
 */
record OwnedJobs(List<Job> previous, List<Job> active, List<Job> successful, List<Job> failed) {

  /**
   * Sorts the Jobs.
   *
   * @throws IllegalStateException if a Job lacks a label that this controller wrote
   */
  static OwnedJobs sort(
      List<Job> jobs, DesiredJobSet wanted, JobSetStatus status, Features features) {
    var sorted =
        new OwnedJobs(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    for (Job job : jobs) {
      sorted.bucket(job, wanted, status, features).add(job);
    }
    return sorted;
  }

  private List<Job> bucket(Job job, DesiredJobSet wanted, JobSetStatus status, Features features) {
    if (number(job, Keys.RESTART_ATTEMPT) < status.getRestarts()
        || (features.restartJob() && restartedAlone(job, wanted, status))) {
      return previous;
    }
    return switch (finish(job).map(JobCondition::getType).orElse("")) {
      case "Failed" -> failed;
      case "Complete" -> successful;
      default -> active;
    };
  }

  private static boolean restartedAlone(Job job, DesiredJobSet wanted, JobSetStatus status) {
    String replicated = label(job, Keys.REPLICATED_JOB_NAME);
    int index = number(job, Keys.JOB_INDEX);
    if (!labels(job).containsKey(Keys.JOB_RESTART_ATTEMPT)) {
      return false; // made before the gate was turned on
    }
    List<Integer> attempts = JobRestarts.of(wanted, status, replicated);
    if (index < 0 || index >= attempts.size()) {
      throw new IllegalStateException(
          "job %s has index %d, but replicatedJob %s has %d replicas"
              .formatted(job.getMetadata().getName(), index, replicated, attempts.size()));
    }
    return number(job, Keys.JOB_RESTART_ATTEMPT) < attempts.get(index);
  }

  /** The condition that ended the Job: the first of Failed and Complete that is true. */
  static Optional<JobCondition> finish(Job job) {
    if (job.getStatus() == null || job.getStatus().getConditions() == null) {
      return Optional.empty();
    }
    return job.getStatus().getConditions().stream()
        .filter(c -> c.getType().equals("Failed") || c.getType().equals("Complete"))
        .filter(c -> "True".equals(c.getStatus()))
        .findFirst();
  }

  /** The names that are taken, by Jobs of whatever attempt. */
  Set<String> names() {
    var names = new TreeSet<String>();
    for (List<Job> bucket : List.of(previous, active, successful, failed)) {
      bucket.forEach(job -> names.add(job.getMetadata().getName()));
    }
    return names;
  }

  static String replicatedJobOf(Job job) {
    return labels(job).getOrDefault(Keys.REPLICATED_JOB_NAME, "");
  }

  static boolean suspended(Job job) {
    return Boolean.TRUE.equals(job.getSpec().getSuspend());
  }

  static int number(Job job, String key) {
    String value = label(job, key);
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new IllegalStateException(
          "job %s: label %s is not a number: \"%s\""
              .formatted(job.getMetadata().getName(), key, value),
          e);
    }
  }

  private static String label(Job job, String key) {
    String value = labels(job).get(key);
    if (value == null) {
      throw new IllegalStateException(
          "job %s has no label %s".formatted(job.getMetadata().getName(), key));
    }
    return value;
  }

  private static Map<String, String> labels(Job job) {
    Map<String, String> labels = job.getMetadata().getLabels();
    return labels == null ? Map.of() : labels;
  }
}
