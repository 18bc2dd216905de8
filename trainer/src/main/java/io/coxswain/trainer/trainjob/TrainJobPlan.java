package io.coxswain.trainer.trainjob;

import io.coxswain.api.Conditions;
import io.coxswain.api.CustomObject;
import io.coxswain.api.FieldError;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.jobset.JobSet;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.TrainJobStatus;
import io.coxswain.api.trainer.TrainingRuntimeSpec;
import io.coxswain.api.trainer.WellKnown;
import io.coxswain.runtime.client.Owners;
import io.coxswain.trainer.framework.BuildException;
import io.coxswain.trainer.framework.Framework;
import io.coxswain.trainer.runtime.Rendering;
import io.coxswain.trainer.runtime.RuntimeRegistry;
import io.coxswain.trainer.runtime.RuntimeSnapshot;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The plan of one reconcile, in this order. Created by {@link #of}, a pure function of the observed
 * state.
 *
 * @param snapshot to be created first, if there is none yet
 * @param objects to be applied
 * @param problem why there are none, to be reported in an event; with {@code retry}, also the
 *     failure of the reconcile
 * @param status the job's new status
 * @param doomed to be deleted once the status is written
 * @param again when to reconcile again, if nothing changes before
 */
record TrainJobPlan(
    Optional<ConfigMap> snapshot,
    List<HasMetadata> objects,
    Optional<String> problem,
    boolean retry,
    TrainJobStatus status,
    Optional<JobSet> doomed,
    Optional<Duration> again) {
  static final String NOT_SUPPORTED = "TrainingRuntimeNotSupported";
  static final String INVALID = "TrainJobInvalid";
  static final String DEADLINE_EXCEEDED = "DeadlineExceeded";

  static TrainJobPlan of(Observed seen, Framework framework, Instant now) {
    return new Planning(seen, framework, now).plan();
  }

  /** The steps of planning, in the order in which {@link #plan} takes them. */
  private static final class Planning {
    private final Observed seen;
    private final TrainJob job;
    private final Framework framework;
    private final Instant now;
    private final boolean finished;
    private TrainJobStatus status;
    private Optional<ConfigMap> snapshot = Optional.empty();
    private List<HasMetadata> objects = List.of();
    private Optional<String> problem = Optional.empty();
    private boolean retry;

    Planning(Observed seen, Framework framework, Instant now) {
      this.seen = seen;
      this.job = seen.job();
      this.framework = framework;
      this.now = now;
      this.status = job.getStatus() == null ? new TrainJobStatus() : Json.copy(job.getStatus());
      this.finished = isFinished();
    }

    TrainJobPlan plan() {
      Optional<Duration> left =
          finished ? Optional.empty() : Deadline.left(job, status.getConditions(), now);
      boolean expired = left.filter(d -> d.isZero() || d.isNegative()).isPresent();
      if (!finished && !expired && !isRunning()) {
        build();
      }
      suspendOrResume();
      followJobSet();
      if (expired && !isFinished() && !isRefused()) {
        fail(DEADLINE_EXCEEDED, "TrainJob exceeded its active deadline");
      }
      return new TrainJobPlan(
          snapshot,
          objects,
          problem,
          retry,
          status,
          doomed(),
          isFinished() || isRefused() ? Optional.empty() : left);
    }

    private void build() {
      if (seen.kind().isEmpty()) {
        refuse(
            NOT_SUPPORTED,
            "unsupported runtime: " + RuntimeRegistry.key(job.getSpec().getRuntimeRef()));
        return;
      }
      try {
        CustomObject<TrainingRuntimeSpec, Void> runtime = runtime();
        List<FieldError> errors =
            TrainJobValidation.validate(framework, runtime, Optional.empty(), job, seen.children());
        if (!errors.isEmpty()) {
          refuse(INVALID, FieldError.join(errors));
          return;
        }
        objects = Rendering.render(framework, job, runtime.getSpec(), seen.children());
        status.getConditions().removeIf(Planning::isRefusal);
      } catch (BuildException e) {
        problem = Optional.of(String.valueOf(e.getMessage()));
        retry = true;
      }
    }

    /** From the snapshot if there is one; else as it is now, to be kept as the snapshot. */
    private CustomObject<TrainingRuntimeSpec, Void> runtime() {
      if (seen.snapshot().isPresent()) {
        return RuntimeSnapshot.read(seen.snapshot().get(), job);
      }
      CustomObject<TrainingRuntimeSpec, Void> runtime =
          seen.live()
              .orElseThrow(() -> new BuildException(seen.kind().orElseThrow().notFound(job)));
      snapshot = Optional.of(RuntimeSnapshot.take(job, runtime));
      return runtime;
    }

    /**
     * A job without a JobSet has failed until the obstacle is removed. A job with one is not ended
     * by an invalid edit, or because another controller with more information started it.
     */
    private void refuse(String reason, String message) {
      problem = Optional.of(message);
      retry = jobSet().isPresent();
      snapshot = Optional.empty();
      if (!retry) {
        fail(reason, message);
      }
    }

    private void suspendOrResume() {
      if (Boolean.TRUE.equals(job.getSpec().getSuspend())) {
        set(WellKnown.SUSPENDED, true, "Suspended", "TrainJob is suspended");
      } else if (Conditions.META.isTrue(status.getConditions(), WellKnown.SUSPENDED)) {
        set(WellKnown.SUSPENDED, false, "Resumed", "TrainJob is resumed");
      }
    }

    private void followJobSet() {
      Optional<Condition> expired = expiry();
      TrainJob withStatus = new TrainJob();
      withStatus.setMetadata(job.getMetadata());
      withStatus.setSpec(job.getSpec());
      withStatus.setStatus(status);
      framework.status(withStatus, seen.children()).ifPresent(s -> status = s);
      expired.ifPresent(c -> Conditions.META.set(status.getConditions(), c));
    }

    /**
     * The JobSet of a job whose deadline has expired is deleted even if an earlier reconcile was
     * interrupted before that.
     */
    private Optional<JobSet> doomed() {
      return expiry().isPresent()
          ? jobSet().filter(j -> j.getMetadata().getDeletionTimestamp() == null)
          : Optional.empty();
    }

    private Optional<Condition> expiry() {
      return Conditions.META
          .find(status.getConditions(), WellKnown.FAILED)
          .filter(c -> c.getStatus().equals("True") && DEADLINE_EXCEEDED.equals(c.getReason()));
    }

    private Optional<JobSet> jobSet() {
      return seen.children()
          .find(JobSet.class, ObjectKey.of(job))
          .filter(j -> Owners.isControlledBy(j, job));
    }

    /** Then there is nothing to build: what runs is never changed. */
    private boolean isRunning() {
      return !Boolean.TRUE.equals(job.getSpec().getSuspend())
          && jobSet().filter(j -> !Boolean.TRUE.equals(j.getSpec().getSuspend())).isPresent();
    }

    /** Whether the state is final: a rejected job may still run. */
    private boolean isFinished() {
      return Conditions.META.isTrue(status.getConditions(), WellKnown.COMPLETE)
          || (Conditions.META.isTrue(status.getConditions(), WellKnown.FAILED) && !isRefused());
    }

    private boolean isRefused() {
      return status.getConditions().stream().anyMatch(Planning::isRefusal);
    }

    private static boolean isRefusal(Condition condition) {
      return condition.getType().equals(WellKnown.FAILED)
          && condition.getStatus().equals("True")
          && (NOT_SUPPORTED.equals(condition.getReason()) || INVALID.equals(condition.getReason()));
    }

    private void fail(String reason, String message) {
      set(WellKnown.FAILED, true, reason, message);
    }

    private void set(String type, boolean value, String reason, String message) {
      Conditions.META.set(status.getConditions(), Conditions.of(type, value, reason, message, now));
    }
  }
}
