package io.coxswain.trainer.trainjob;

import io.coxswain.api.ApiException;
import io.coxswain.api.CustomObject;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.jobset.JobSet;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.TrainJobStatus;
import io.coxswain.api.trainer.TrainingRuntimeSpec;
import io.coxswain.api.trainer.WellKnown;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Deletion;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.events.ActionRecorder;
import io.coxswain.trainer.framework.BuildException;
import io.coxswain.trainer.framework.Children;
import io.coxswain.trainer.framework.Framework;
import io.coxswain.trainer.framework.ReadExtension.Wanted;
import io.coxswain.trainer.runtime.RuntimeRegistry;
import io.coxswain.trainer.runtime.RuntimeRegistry.RuntimeKind;
import io.coxswain.trainer.runtime.RuntimeSnapshot;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One reconcile of one job: observe, plan, apply. */
final class TrainJobReconciler implements Reconciler<ObjectKey> {
  /** The field owner of everything that is applied for a job. */
  static final String FIELD_OWNER = "trainer";

  private static final String CREATION_FAILED = "TrainJobResourcesCreationFailed";
  private static final int MAX_ERROR_LENGTH = 950;

  private final Client client;
  private final ActionRecorder recorder;
  private final Framework framework;

  TrainJobReconciler(Client client, ActionRecorder recorder, Framework framework) {
    this.client = client.fieldOwner(FIELD_OWNER);
    this.recorder = recorder;
    this.framework = framework;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<TrainJob> job = client.get(TrainJob.class, key).filter(TrainJobReconciler::isOurs);
    if (job.isEmpty()) {
      return Outcome.done();
    }
    Observed seen = observe(job.get());
    TrainJobPlan plan = TrainJobPlan.of(seen, framework, pass.now());
    return apply(plan, job.get());
  }

  private static boolean isOurs(TrainJob job) {
    @Nullable String managedBy = job.getSpec().getManagedBy();
    return job.getMetadata().getDeletionTimestamp() == null
        && (managedBy == null || managedBy.equals(WellKnown.TRAINJOB_CONTROLLER));
  }

  private Observed observe(TrainJob job) throws ApiException {
    Optional<RuntimeKind> kind = RuntimeRegistry.kindOf(job);
    Optional<ConfigMap> snapshot = client.get(ConfigMap.class, RuntimeSnapshot.key(job));
    Optional<CustomObject<TrainingRuntimeSpec, Void>> live = Optional.empty();
    if (snapshot.isEmpty() && kind.isPresent()) {
      live = kind.get().find(client, job);
    }
    var children = new ArrayList<>(read(framework.reads(job)));
    if (mayBuild(job, new Children(children))) {
      Optional<TrainingRuntimeSpec> runtime = runtimeOf(job, snapshot, live);
      if (runtime.isPresent()) {
        children.addAll(read(framework.reads(job, runtime.get())));
      }
    }
    return new Observed(job, kind, snapshot, live, new Children(children));
  }

  private List<HasMetadata> read(List<Wanted<?>> wanted) throws ApiException {
    var found = new ArrayList<HasMetadata>();
    for (Wanted<?> each : wanted) {
      client.get(each.type(), each.key()).ifPresent(found::add);
    }
    return found;
  }

  /** A job that runs, or has run, needs nothing that only builders look at. */
  private static boolean mayBuild(TrainJob job, Children seen) {
    Optional<JobSet> jobSet = seen.find(JobSet.class, ObjectKey.of(job));
    return jobSet.isEmpty()
        || Boolean.TRUE.equals(job.getSpec().getSuspend())
        || Boolean.TRUE.equals(jobSet.get().getSpec().getSuspend());
  }

  private static Optional<TrainingRuntimeSpec> runtimeOf(
      TrainJob job,
      Optional<ConfigMap> snapshot,
      Optional<CustomObject<TrainingRuntimeSpec, Void>> live) {
    try {
      return snapshot
          .map(map -> RuntimeSnapshot.read(map, job))
          .or(() -> live)
          .map(CustomObject::getSpec);
    } catch (BuildException e) {
      return Optional.empty(); // the plan will say so
    }
  }

  private Outcome apply(TrainJobPlan plan, TrainJob job) throws ApiException {
    @Nullable ApiException failure = applyObjects(plan, job);
    plan.problem()
        .filter(p -> plan.retry() || isNews(plan, job))
        .ifPresent(p -> recordFailure(job, p));
    writeStatus(plan.status(), job);
    if (plan.doomed().isPresent()) {
      client.delete(plan.doomed().get(), Deletion.background());
    }
    if (failure != null) {
      throw failure;
    }
    if (plan.retry()) {
      throw new BuildException(plan.problem().orElseThrow());
    }
    return plan.again().map(Outcome::after).orElseGet(Outcome::done);
  }

  /** Never an empty one, which the kind forbids: then none at all. */
  private void writeStatus(TrainJobStatus status, TrainJob job) throws ApiException {
    boolean empty = Json.tree(status).isEmpty();
    client.patchStatus(job, j -> j.setStatus(empty ? null : status));
  }

  /** Stops at the first rejection, which is reported now and thrown after the status is written. */
  private @Nullable ApiException applyObjects(TrainJobPlan plan, TrainJob job) {
    try {
      if (plan.snapshot().isPresent()) {
        client.create(plan.snapshot().get());
      }
      for (HasMetadata object : plan.objects()) {
        client.apply(object);
      }
      return null;
    } catch (ApiException.AlreadyExists e) {
      return e; // somebody made a snapshot since we looked; the next pass will see it
    } catch (ApiException e) {
      recordFailure(job, String.valueOf(e.getMessage()));
      return e;
    }
  }

  /** A rejection is reported once, not in every reconcile. */
  private static boolean isNews(TrainJobPlan plan, TrainJob job) {
    return job.getStatus() == null
        || !job.getStatus().getConditions().equals(plan.status().getConditions());
  }

  private void recordFailure(TrainJob job, String error) {
    String note =
        error.length() <= MAX_ERROR_LENGTH ? error : error.substring(0, MAX_ERROR_LENGTH) + " ...";
    recorder.warning(
        job, CREATION_FAILED, "Reconciling", "TrainJob resources reconciliation failed: %s", note);
  }
}
