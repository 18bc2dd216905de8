package io.coxswain.trainer.optimizationjob;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.trainer.OptimizationJob;
import io.coxswain.api.trainer.OptimizationJobStatus;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.events.ActionRecorder;
import io.coxswain.trainer.optimizationjob.OptimizationJobPlan.TrialUpdate;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One reconcile of one search: observe, plan, apply. */
final class OptimizationJobReconciler implements Reconciler<ObjectKey> {
  private final Client client;
  private final ActionRecorder recorder;

  OptimizationJobReconciler(Client client, ActionRecorder recorder) {
    this.client = client;
    this.recorder = recorder;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<OptimizationJob> found =
        client
            .get(OptimizationJob.class, key)
            .filter(job -> job.getMetadata().getDeletionTimestamp() == null);
    if (found.isEmpty()) {
      return Outcome.done();
    }
    OptimizationJob job = found.get();
    var trials = new TreeMap<String, TrainJob>();
    for (TrainJob trial :
        client.list(TrainJob.class).in(key.namespace()).controlledBy(job).toList()) {
      trials.put(trial.getMetadata().getName(), trial);
    }
    OptimizationJobPlan plan = OptimizationJobPlan.of(job, trials, pass.now());
    apply(plan, job, pass);
    return Outcome.done();
  }

  private void apply(OptimizationJobPlan plan, OptimizationJob job, Reconciliation pass)
      throws ApiException {
    for (TrialUpdate update : plan.updates()) {
      client.patch(update.trial(), trial -> Trial.edit(trial, update.reports(), update.reason()));
      if (update.reason() != null) {
        recorder.normal(
            job,
            "TrialEarlyStopped",
            "Reconciling",
            "%s: %s",
            update.trial().getMetadata().getName(),
            update.reason());
      }
    }
    @Nullable ApiException failure = create(plan);
    OptimizationJobStatus status = plan.status();
    if (failure != null) {
      String why = String.valueOf(failure.getMessage());
      status = plan.rejected(job, why, pass.now());
      recorder.warning(job, OptimizationJobPlan.CREATION_FAILED, "Reconciling", "%s", why);
    }
    writeStatus(job, status);
    if (failure != null) {
      throw failure;
    }
  }

  private void writeStatus(OptimizationJob job, OptimizationJobStatus status) throws ApiException {
    boolean ends =
        OptimizationJobPlan.hasEnded(status)
            && (job.getStatus() == null || !OptimizationJobPlan.hasEnded(job.getStatus()));
    client.patchStatus(job, j -> j.setStatus(status));
    if (ends) {
      Condition last = status.getConditions().getLast();
      recorder.normal(job, last.getReason(), last.getType(), "%s", last.getMessage());
    }
  }

  /**
   * Stops at the first rejection, which is recorded in the status and thrown after it is written.
   */
  private @Nullable ApiException create(OptimizationJobPlan plan) {
    try {
      for (TrainJob trial : plan.trials()) {
        client.create(trial);
      }
      return null;
    } catch (ApiException e) {
      return e;
    }
  }
}
