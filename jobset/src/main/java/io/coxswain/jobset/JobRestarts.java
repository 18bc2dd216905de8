package io.coxswain.jobset;

import io.coxswain.api.jobset.JobSetStatus;
import io.coxswain.api.jobset.ReplicatedJob;
import io.coxswain.api.jobset.ReplicatedJobStatus;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Restarts of single Jobs (gate RestartJob), as the status counts them by index. */
final class JobRestarts {
  private JobRestarts() {}

  /** One number per Job of the group; zeros where the status has none yet. */
  static List<Integer> of(DesiredJobSet wanted, JobSetStatus status, String replicated) {
    return entry(status, replicated)
        .map(ReplicatedJobStatus::getJobRestarts)
        .filter(list -> !list.isEmpty())
        .orElseGet(() -> zeros(wanted, replicated));
  }

  /** As {@link #of}, of the restarts that count against the limit. */
  static List<Integer> counted(DesiredJobSet wanted, JobSetStatus status, String replicated) {
    return entry(status, replicated)
        .map(ReplicatedJobStatus::getJobRestartsCountTowardsMax)
        .filter(list -> !list.isEmpty())
        .orElseGet(() -> zeros(wanted, replicated));
  }

  static int totalCounted(JobSetStatus status) {
    return status.getReplicatedJobsStatus().stream()
        .flatMap(entry -> entry.getJobRestartsCountTowardsMax().stream())
        .mapToInt(Integer::intValue)
        .sum();
  }

  static List<Integer> plusOne(List<Integer> numbers, int index) {
    var copy = new ArrayList<>(numbers);
    copy.set(index, copy.get(index) + 1);
    return copy;
  }

  static Optional<ReplicatedJobStatus> entry(JobSetStatus status, String replicated) {
    return status.getReplicatedJobsStatus().stream()
        .filter(entry -> entry.getName().equals(replicated))
        .findFirst();
  }

  private static List<Integer> zeros(DesiredJobSet wanted, String replicated) {
    return wanted.replicatedJobs().stream()
        .filter(r -> r.getName().equals(replicated))
        .findFirst()
        .map((ReplicatedJob r) -> Collections.nCopies(DesiredJobSet.replicas(r), 0))
        .orElse(List.of());
  }
}
