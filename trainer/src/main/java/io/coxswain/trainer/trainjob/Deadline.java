package io.coxswain.trainer.trainjob;

import io.coxswain.api.Conditions;
import io.coxswain.api.Seconds;
import io.coxswain.api.Timestamps;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.WellKnown;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** How long a job may still run, by its activeDeadlineSeconds. */
final class Deadline {
  private Deadline() {}

  /**
   * The remaining time, zero or less after the deadline; empty for a job that has no deadline or
   * does not run. The clock starts with the job, and again with each resumption.
   */
  static Optional<Duration> left(TrainJob job, List<Condition> conditions, Instant now) {
    Long seconds = job.getSpec().getActiveDeadlineSeconds();
    if (seconds == null || seconds == 0 || Boolean.TRUE.equals(job.getSpec().getSuspend())) {
      return Optional.empty();
    }
    return Optional.of(
        Duration.between(now, start(job, conditions, now).plus(Seconds.of(seconds))));
  }

  private static Instant start(TrainJob job, List<Condition> conditions, Instant now) {
    Optional<Condition> suspended = Conditions.META.find(conditions, WellKnown.SUSPENDED);
    if (suspended.isEmpty()) {
      return Timestamps.instant(job.getMetadata().getCreationTimestamp());
    }
    return suspended.get().getStatus().equals("False")
        ? Timestamps.instant(suspended.get().getLastTransitionTime())
        : now;
  }
}
