package io.coxswain.kube.job;

import io.coxswain.api.Seconds;
import io.coxswain.api.Timestamps;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * The decision to finish a Job. It is written first as {@code SuccessCriteriaMet} or {@code
 * FailureTarget}; {@code Complete} or {@code Failed}, with the same reason and message, follows
 * when every pod has been counted and has terminated.
 */
record JobVerdict(boolean success, String reason, String message) {

  /** The condition that announces the end. */
  String announcement() {
    return success ? JobNames.SUCCESS_CRITERIA_MET : JobNames.FAILURE_TARGET;
  }

  /** The final condition. */
  String end() {
    return success ? JobNames.COMPLETE : JobNames.FAILED;
  }

  /** The verdict before pods are created or deleted. Failure takes precedence over success. */
  static Optional<JobVerdict> of(JobObservation seen) {
    return announced(seen)
        .or(() -> podFailurePolicy(seen))
        .or(() -> backoffLimit(seen))
        .or(() -> deadline(seen))
        .or(() -> failedIndexes(seen))
        .or(() -> successPolicy(seen));
  }

  /** The verdict given the number of active pods. */
  static Optional<JobVerdict> completion(JobObservation seen, int active) {
    if (active > 0) {
      return Optional.empty();
    }
    int succeeded = seen.succeeded();
    boolean complete =
        seen.completions().isPresent() ? succeeded >= seen.completions().getAsInt() : succeeded > 0;
    return complete
        ? Optional.of(
            new JobVerdict(true, "CompletionsReached", "Reached expected number of succeeded pods"))
        : Optional.empty();
  }

  /** Time until the active deadline; empty without a deadline or while suspended. */
  static Optional<Duration> untilDeadline(JobObservation seen) {
    Long seconds = seen.job().getSpec().getActiveDeadlineSeconds();
    if (seconds == null || seen.suspended()) {
      return Optional.empty();
    }
    // A resumed Job gets a new start time.
    boolean resuming = JobConditions.isTrue(seen.status(), JobNames.SUSPENDED);
    Instant start =
        resuming ? seen.now() : Timestamps.parse(seen.status().getStartTime()).orElse(seen.now());
    return Optional.of(Duration.between(seen.now(), start.plus(Seconds.of(seconds))));
  }

  private static Optional<JobVerdict> announced(JobObservation seen) {
    return announced(seen, JobNames.SUCCESS_CRITERIA_MET, true)
        .or(() -> announced(seen, JobNames.FAILURE_TARGET, false));
  }

  private static Optional<JobVerdict> announced(JobObservation seen, String type, boolean success) {
    return seen.condition(type)
        .filter(c -> "True".equals(c.getStatus()))
        .map(c -> new JobVerdict(success, reason(c), message(c)));
  }

  private static Optional<JobVerdict> podFailurePolicy(JobObservation seen) {
    FailurePolicy policy = seen.failurePolicy();
    return seen.pods().stream()
        .filter(seen::failed)
        .flatMap(p -> policy.failsJob(p).stream())
        .findFirst()
        .map(message -> new JobVerdict(false, "PodFailurePolicy", message));
  }

  private static Optional<JobVerdict> backoffLimit(JobObservation seen) {
    if (seen.failed() <= seen.backoffLimit() && !restartsExceedLimit(seen)) {
      return Optional.empty();
    }
    return Optional.of(
        new JobVerdict(
            false, "BackoffLimitExceeded", "Job has reached the specified backoff limit"));
  }

  private static boolean restartsExceedLimit(JobObservation seen) {
    var template = seen.job().getSpec().getTemplate().getSpec();
    if (template == null || !"OnFailure".equals(template.getRestartPolicy())) {
      return false;
    }
    int restarts =
        seen.pods().stream()
            .filter(p -> p.phase().equals("Running") || p.phase().equals("Pending"))
            .mapToInt(JobPod::restarts)
            .sum();
    return seen.backoffLimit() == 0 ? restarts > 0 : restarts >= seen.backoffLimit();
  }

  private static Optional<JobVerdict> deadline(JobObservation seen) {
    return untilDeadline(seen)
        .filter(left -> seen.status().getStartTime() != null)
        .filter(left -> left.isNegative() || left.isZero())
        .map(
            left ->
                new JobVerdict(
                    false, "DeadlineExceeded", "Job was active longer than specified deadline"));
  }

  private static Optional<JobVerdict> failedIndexes(JobObservation seen) {
    int failed = seen.failedIndexes().size();
    if (failed == 0) {
      return Optional.empty();
    }
    Integer tolerated = seen.job().getSpec().getMaxFailedIndexes();
    if (tolerated != null && failed > tolerated) {
      return Optional.of(
          new JobVerdict(
              false,
              "MaxFailedIndexesExceeded",
              "Job has exceeded the specified maximal number of failed indexes"));
    }
    return failed + seen.succeeded() >= seen.completions().orElse(0)
        ? Optional.of(new JobVerdict(false, "FailedIndexes", "Job has failed indexes"))
        : Optional.empty();
  }

  private static Optional<JobVerdict> successPolicy(JobObservation seen) {
    if (!seen.indexed()) {
      return Optional.empty();
    }
    return SuccessPolicy.of(seen.job(), seen.completions().orElse(0))
        .met(seen.succeededIndexes())
        .map(message -> new JobVerdict(true, "SuccessPolicy", message));
  }

  private static String reason(JobCondition condition) {
    return Objects.requireNonNullElse(condition.getReason(), "");
  }

  private static String message(JobCondition condition) {
    return Objects.requireNonNullElse(condition.getMessage(), "");
  }
}
