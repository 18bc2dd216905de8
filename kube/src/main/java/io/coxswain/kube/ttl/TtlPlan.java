package io.coxswain.kube.ttl;

import io.coxswain.api.Timestamps;
import io.coxswain.kube.job.JobConditions;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The action for a Job at a given time. */
sealed interface TtlPlan {

  /** The Job is not finished, or has no TTL. */
  record Keep() implements TtlPlan {}

  record Wait(Duration left) implements TtlPlan {}

  /**
   * @param late how long ago the TTL ended
   */
  record Delete(Duration late) implements TtlPlan {}

  static boolean mayExpire(Job job) {
    return job.getMetadata().getDeletionTimestamp() == null
        && job.getSpec().getTtlSecondsAfterFinished() != null
        && JobConditions.finished(job).isPresent();
  }

  static TtlPlan of(Job job, Instant now) {
    if (!mayExpire(job)) {
      return new Keep();
    }
    Optional<Instant> finished =
        JobConditions.finished(job).flatMap(c -> Timestamps.parse(c.getLastTransitionTime()));
    if (finished.isEmpty()) {
      return new Keep();
    }
    Instant expiry = finished.get().plusSeconds(job.getSpec().getTtlSecondsAfterFinished());
    return now.isBefore(expiry)
        ? new Wait(Duration.between(now, expiry))
        : new Delete(Duration.between(expiry, now));
  }
}
