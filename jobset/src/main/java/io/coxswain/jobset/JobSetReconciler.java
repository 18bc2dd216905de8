package io.coxswain.jobset;

import io.coxswain.api.ApiException;
import io.coxswain.api.FieldError;
import io.coxswain.api.Json;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.jobset.JobSet;
import io.coxswain.api.jobset.JobSetStatus;
import io.coxswain.jobset.label.Keys;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Deletion;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.events.ActionRecorder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Reconciles the children of a JobSet with its spec, and its status with its children. */
final class JobSetReconciler implements Reconciler<ObjectKey> {
  private static final String ACTION = "Reconciling";
  private static final int PARALLEL_REQUESTS = 50;

  private final Client client;
  private final ActionRecorder recorder;
  private final Features features;
  private final JobSetMetrics metrics;

  JobSetReconciler(
      Client client, ActionRecorder recorder, Features features, JobSetMetrics metrics) {
    this.client = client;
    this.recorder = recorder;
    this.features = features;
    this.metrics = metrics;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<Observation> observed = observe(key, pass);
    if (observed.isEmpty()) {
      return Outcome.done();
    }
    Observation seen = observed.get();
    warnIfInvalid(seen);
    JobSetPlan plan = JobSetPlan.of(seen, features);
    plan.remarks().forEach(remark -> pass.log().warn("{}", remark));
    for (Action action : plan.actions()) {
      apply(action, seen.jobSet(), pass);
    }
    if (plan.status().isPresent() && !plan.actions().contains(new Action.DeleteJobSet())) {
      writeStatus(seen.jobSet(), plan.status().get());
      metrics.written(seen.jobSet(), plan.status().get());
      plan.notices().forEach(notice -> record(seen.jobSet(), notice));
    }
    return plan.lookAgain().map(Outcome::after).orElse(Outcome.done());
  }

  /** Everything the plan needs; empty if there is nothing for us to do. */
  private Optional<Observation> observe(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<JobSet> found = client.get(JobSet.class, key);
    if (found.isEmpty() || found.get().getMetadata().getDeletionTimestamp() != null) {
      return Optional.empty();
    }
    JobSet jobSet = found.get();
    var wanted = new DesiredJobSet(jobSet);
    if (!wanted.managedHere()) {
      return Optional.empty();
    }
    List<Job> jobs = client.list(Job.class).in(key.namespace()).controlledBy(jobSet).toList();
    boolean serviceExists =
        wanted.dnsHostnames()
            && client.get(Service.class, key.sibling(wanted.serviceName())).isPresent();
    var claims = new TreeSet<String>();
    for (PersistentVolumeClaim claim : ChildClaims.of(wanted)) {
      String name = claim.getMetadata().getName();
      if (client.get(PersistentVolumeClaim.class, key.sibling(name)).isPresent()) {
        claims.add(name);
      }
    }
    List<Pod> pods =
        features.inPlaceRestart() && wanted.restartStrategyIs("InPlaceRestart")
            ? client
                .list(Pod.class)
                .in(key.namespace())
                .labels(LabelSelector.of(Keys.JOBSET_NAME, wanted.name()))
                .toList()
            : List.of();
    return Optional.of(new Observation(jobSet, jobs, serviceExists, claims, pods, pass.now()));
  }

  /**
   * Warns of a JobSet that admission would have rejected, until something has been created for it.
   * It is run nevertheless: rules that cannot be met are never met, as in upstream.
   */
  private void warnIfInvalid(Observation seen) {
    JobSet jobSet = seen.jobSet();
    if (!seen.jobs().isEmpty() || jobSet.getStatus() != null) {
      return;
    }
    List<FieldError> errors =
        JobSetValidation.ofNew(jobSet, features, VolumeClaimRules.Existing.unknown());
    if (!errors.isEmpty()) {
      record(
          jobSet, new PendingEvent(true, "InvalidSpec", JobSetValidation.message(jobSet, errors)));
    }
  }

  private void apply(Action action, JobSet jobSet, Reconciliation pass) throws ApiException {
    switch (action) {
      case Action.DeleteJobs(List<Job> jobs) -> deleteJobs(jobs, pass);
      case Action.CreateService(Service service) -> createService(jobSet, service);
      case Action.CreateClaims(List<PersistentVolumeClaim> claims) ->
          createClaims(jobSet, claims, pass);
      case Action.ScaleJob(Job job, var replicated) ->
          scale(job, replicated.getTemplate().getSpec());
      case Action.CreateJobs(List<Job> jobs) -> createJobs(jobSet, jobs, pass);
      case Action.SuspendJob(Job job) -> client.patch(job, j -> j.getSpec().setSuspend(true));
      case Action.ResumeJob(Job job, var replicated) ->
          resume(job, replicated.getTemplate().getSpec());
      case Action.DeleteJobSet() -> client.delete(jobSet, Deletion.foreground());
    }
  }

  private void deleteJobs(List<Job> jobs, Reconciliation pass) throws ApiException {
    try (Reconciliation.Fork fork = pass.fork(PARALLEL_REQUESTS)) {
      for (Job job : jobs) {
        fork.run(() -> client.delete(job, Deletion.foreground()));
      }
    }
  }

  private void createService(JobSet jobSet, Service service) throws ApiException {
    try {
      client.create(service);
    } catch (ApiException e) {
      record(jobSet, new PendingEvent(true, "HeadlessServiceCreationFailed", text(e)));
      throw e;
    }
  }

  /** Creates every claim; an existing one is used regardless of its creator. */
  private void createClaims(JobSet jobSet, List<PersistentVolumeClaim> claims, Reconciliation pass)
      throws ApiException {
    ApiException failure = null;
    for (PersistentVolumeClaim claim : claims) {
      try {
        client.create(claim);
      } catch (ApiException.AlreadyExists e) {
        pass.log()
            .atDebug()
            .addKeyValue("pvc", claim.getMetadata().getName())
            .log("PersistentVolumeClaim already exists");
      } catch (ApiException e) {
        record(jobSet, new PendingEvent(true, "PVCCreationFailed", text(e)));
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  private void scale(Job job, JobSpec template) throws ApiException {
    client.patch(
        job,
        j -> {
          j.getSpec().setParallelism(template.getParallelism());
          j.getSpec().setCompletions(template.getCompletions());
        });
  }

  /** Creates all, then reports all that failed as one event. */
  private void createJobs(JobSet jobSet, List<Job> jobs, Reconciliation pass) throws ApiException {
    var failures = new ApiException[jobs.size()];
    try (Reconciliation.Fork fork = pass.fork(PARALLEL_REQUESTS)) {
      for (int i = 0; i < failures.length; i++) {
        int slot = i;
        fork.run(
            () -> {
              try {
                client.create(jobs.get(slot));
              } catch (ApiException e) {
                failures[slot] = e;
              }
            });
      }
    }
    var texts = new ArrayList<String>();
    ApiException first = null;
    for (int i = 0; i < failures.length; i++) {
      ApiException failure = failures[i];
      if (failure != null) {
        first = first == null ? failure : first;
        texts.add(
            "job \"%s\" creation failed with error: %s"
                .formatted(jobs.get(i).getMetadata().getName(), text(failure)));
      }
    }
    if (first != null) {
      record(jobSet, new PendingEvent(true, "JobCreationFailed", String.join("\n", texts)));
      throw first;
    }
  }

  /**
   * The server accepts changes to the template of a suspended Job only if it has not started, so
   * its startTime is removed first.
   */
  private void resume(Job job, JobSpec template) throws ApiException {
    Job unstarted = client.patchStatus(job, ResumeEdits::forgetStart);
    client.patch(unstarted, j -> ResumeEdits.merge(j, template.getTemplate()));
  }

  private void writeStatus(JobSet jobSet, JobSetStatus status) throws ApiException {
    JobSet updated = Json.copy(jobSet);
    updated.setStatus(status);
    client.updateStatus(updated);
  }

  private void record(JobSet jobSet, PendingEvent notice) {
    if (notice.warning()) {
      recorder.warning(jobSet, notice.reason(), ACTION, "%s", notice.message());
    } else {
      recorder.normal(jobSet, notice.reason(), ACTION, "%s", notice.message());
    }
  }

  private static String text(ApiException e) {
    return String.valueOf(e.getMessage());
  }
}
