package io.coxswain.kube.job;

import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import io.fabric8.kubernetes.api.model.batch.v1.UncountedTerminatedPods;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A Job and its pods at one time, and the numbers derived from them. Pods without the tracking
 * finalizer have already been counted.
 *
 * @param pods by index, then by name
 * @param backoff the record before this observation
 */
record JobObservation(Job job, List<JobPod> pods, Optional<Backoff> backoff, Instant now) {
  private static final Comparator<JobPod> ORDER =
      Comparator.comparingInt(JobPod::index).thenComparing(JobPod::name);

  JobObservation {
    pods = pods.stream().sorted(ORDER).toList();
  }

  // ---- spec

  private JobSpec spec() {
    return job.getSpec();
  }

  boolean indexed() {
    return "Indexed".equals(spec().getCompletionMode());
  }

  /** Absent for a work queue Job, whose pods decide when the work is done. */
  OptionalInt completions() {
    return optional(spec().getCompletions());
  }

  int parallelism() {
    return spec().getParallelism() == null ? 1 : spec().getParallelism();
  }

  boolean suspended() {
    return Boolean.TRUE.equals(spec().getSuspend());
  }

  int backoffLimit() {
    return spec().getBackoffLimit() == null ? 6 : spec().getBackoffLimit();
  }

  OptionalInt backoffLimitPerIndex() {
    return indexed() ? optional(spec().getBackoffLimitPerIndex()) : OptionalInt.empty();
  }

  FailurePolicy failurePolicy() {
    return FailurePolicy.of(job);
  }

  /** Whether a terminating pod is replaced only after it has failed. */
  boolean replacesOnlyFailed() {
    return spec().getPodFailurePolicy() != null
        || "Failed".equals(spec().getPodReplacementPolicy());
  }

  boolean deleting() {
    return job.getMetadata().getDeletionTimestamp() != null;
  }

  // ---- status

  JobStatus status() {
    return job.getStatus() == null ? new JobStatus() : job.getStatus();
  }

  Optional<JobCondition> condition(String type) {
    return JobConditions.find(status(), type);
  }

  private List<String> uncountedSucceeded() {
    UncountedTerminatedPods uncounted = status().getUncountedTerminatedPods();
    return uncounted == null || uncounted.getSucceeded() == null
        ? List.of()
        : uncounted.getSucceeded();
  }

  private List<String> uncountedFailed() {
    UncountedTerminatedPods uncounted = status().getUncountedTerminatedPods();
    return uncounted == null || uncounted.getFailed() == null ? List.of() : uncounted.getFailed();
  }

  // ---- pods

  List<JobPod> active() {
    return pods.stream().filter(JobPod::active).toList();
  }

  List<JobPod> terminating() {
    return pods.stream().filter(JobPod::terminating).toList();
  }

  /** A terminating pod counts as failed unless its replacement must wait for its end. */
  boolean failed(JobPod pod) {
    return pod.failedPhase() || (pod.deleting() && !pod.succeeded() && !replacesOnlyFailed());
  }

  /** Whether the pod has an index of the Job, or the Job is not indexed. */
  boolean inRange(JobPod pod) {
    return !indexed() || (pod.index() != JobPod.NO_INDEX && pod.index() < completions().orElse(0));
  }

  private boolean countable(JobPod pod, List<String> alreadyListed) {
    return pod.tracked() && !alreadyListed.contains(pod.uid()) && inRange(pod);
  }

  /** Succeeded pods, counted or not. */
  int succeeded() {
    if (indexed()) {
      return succeededIndexes().size();
    }
    long fresh =
        pods.stream().filter(p -> p.succeeded() && countable(p, uncountedSucceeded())).count();
    return orZero(status().getSucceeded()) + (int) fresh + uncountedSucceeded().size();
  }

  /** Failed pods, counted or not, except those that a rule ignores. */
  int failed() {
    FailurePolicy policy = failurePolicy();
    long fresh =
        pods.stream()
            .filter(p -> failed(p) && countable(p, uncountedFailed()) && policy.counts(p))
            .count();
    return orZero(status().getFailed()) + (int) fresh + uncountedFailed().size();
  }

  // ---- indexes

  IndexSet storedSucceededIndexes() {
    return IndexSet.parse(status().getCompletedIndexes(), completions().orElse(0));
  }

  IndexSet succeededIndexes() {
    return storedSucceededIndexes().union(indexes(p -> p.succeeded() && p.tracked() && inRange(p)));
  }

  /** Indexes that have failed; empty without a backoff limit per index. */
  IndexSet failedIndexes() {
    if (backoffLimitPerIndex().isEmpty()) {
      return IndexSet.EMPTY;
    }
    return IndexSet.parse(status().getFailedIndexes(), completions().orElse(0))
        .union(indexes(p -> failed(p) && p.tracked() && inRange(p) && exhausts(p)));
  }

  /** Whether the failure of this pod exceeds the limit of its index. */
  private boolean exhausts(JobPod pod) {
    return failurePolicy().failsIndex(pod)
        || (failurePolicy().counts(pod)
            && pod.countedFailures() >= backoffLimitPerIndex().orElseThrow());
  }

  IndexSet activeIndexes() {
    return indexes(JobPod::active);
  }

  IndexSet terminatingIndexes() {
    return indexes(JobPod::terminating);
  }

  private IndexSet indexes(java.util.function.Predicate<JobPod> which) {
    return IndexSet.of(
        pods.stream()
            .filter(p -> p.index() != JobPod.NO_INDEX)
            .filter(which)
            .mapToInt(JobPod::index)
            .toArray());
  }

  /**
   * With a backoff limit per index: the failed pod of each index that waits for a replacement. It
   * is kept until the replacement exists, which takes over its failure count.
   */
  SortedMap<Integer, JobPod> awaitingReplacement() {
    var waiting = new TreeMap<Integer, JobPod>();
    if (backoffLimitPerIndex().isEmpty()) {
      return waiting;
    }
    IndexSet settled = succeededIndexes().union(failedIndexes()).union(activeIndexes());
    Comparator<JobPod> latest =
        Comparator.comparingInt(JobPod::allFailures).thenComparing(JobPod::finishedAt);
    for (JobPod pod : pods) {
      if (failed(pod) && pod.index() != JobPod.NO_INDEX && !settled.has(pod.index())) {
        waiting.merge(pod.index(), pod, (a, b) -> latest.compare(b, a) >= 0 ? b : a);
      }
    }
    return waiting;
  }

  /** The backoff record including pods that have finished since. */
  Backoff backoffNow() {
    var finishes = new ArrayList<Backoff.Finish>();
    for (JobPod pod : pods) {
      boolean success = pod.succeeded();
      boolean ended = success || failed(pod);
      boolean beforeRestart = backoff.isEmpty() && pod.terminal();
      if (ended && inRange(pod) && (pod.tracked() || beforeRestart)) {
        finishes.add(new Backoff.Finish(pod.uid(), pod.finishedAt(), success));
      }
    }
    return backoff.orElse(Backoff.NONE).observe(finishes);
  }

  static int orZero(@Nullable Integer number) {
    return Objects.requireNonNullElse(number, 0);
  }

  private static OptionalInt optional(@Nullable Integer number) {
    return number == null ? OptionalInt.empty() : OptionalInt.of(number);
  }
}
