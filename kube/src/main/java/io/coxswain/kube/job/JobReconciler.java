package io.coxswain.kube.job;

import io.coxswain.api.ApiException;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.Clock;
import io.coxswain.kube.common.ControllerRefManager;
import io.coxswain.kube.common.Finalizers;
import io.coxswain.kube.common.Klog;
import io.coxswain.kube.common.PodOutlines;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.events.Recorder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Runs the pods of a Job to completion. */
final class JobReconciler implements Reconciler<ObjectKey> {
  private static final Klog log = Klog.of("job-controller");

  /** Delay before continuing after {@link JobPlan#MAX_PODS_PER_RECONCILE} pods. */
  private static final Duration NEXT_PART = Duration.ofMillis(1);

  private final Client client;
  private final Recorder events;
  private final JobOptions options;
  private final JobMetrics metrics;
  private final Clock clock;

  /** By Job UID; only looked up, so its order does not matter. */
  private final Map<String, Backoff> backoffs = new ConcurrentHashMap<>();

  /** The last UID of each key, for removing the record of a deleted Job. */
  private final Map<ObjectKey, String> uids = new ConcurrentHashMap<>();

  JobReconciler(
      Client client, Recorder events, JobOptions options, JobMetrics metrics, Clock clock) {
    this.client = client;
    this.events = events;
    this.options = options;
    this.metrics = metrics;
    this.clock = clock;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<Job> found = client.get(Job.class, key);
    if (found.isEmpty()) {
      log.info(4, "Job has been deleted", "key", key);
    }
    if (found.isEmpty()
        || !isMine(found.get())
        || JobConditions.finished(found.get()).isPresent()) {
      forget(key);
      return Outcome.done();
    }
    long start = clock.nanos();
    JobPlan plan = null;
    boolean success = false;
    try {
      JobObservation seen = observe(key, found.get(), pass);
      plan = JobPlan.of(seen);
      Outcome outcome = apply(seen, plan, pass);
      success = true;
      return outcome;
    } finally {
      metrics.synced(found.get(), plan, success, clock.nanos() - start);
    }
  }

  private boolean isMine(Job job) {
    String manager = job.getSpec().getManagedBy();
    if (manager != null && !manager.equals(JobNames.THIS_MANAGER)) {
      log.info(
          2,
          "Skip syncing the job as it is managed by an external controller",
          "key",
          ObjectKey.of(job),
          "uid",
          job.getMetadata().getUid(),
          "controllerName",
          manager);
      return false;
    }
    String mode = job.getSpec().getCompletionMode();
    if (mode != null && !mode.equals("Indexed") && !mode.equals("NonIndexed")) {
      events.warning(
          job, "UnknownCompletionMode", "Skipped Job sync because completion mode is unknown");
      return false;
    }
    return true;
  }

  private JobObservation observe(ObjectKey key, Job job, Reconciliation pass) throws ApiException {
    String uid = job.getMetadata().getUid();
    String before = uids.put(key, uid);
    if (before != null && !before.equals(uid)) {
      backoffs.remove(before);
    }
    var pods =
        new ControllerRefManager<>(
                client, job, LabelSelector.of(job.getSpec().getSelector()), Pod.class)
                .by(PodOutlines.WITHOUT_SPEC)
                .marking(
                    pod -> Finalizers.add(pod, JobNames.TRACKING_FINALIZER),
                    pod -> Finalizers.strip(pod, JobNames.TRACKING_FINALIZER))
                .claim()
                .stream()
                .map(JobPod::new)
                .toList();
    return new JobObservation(job, pods, Optional.ofNullable(backoffs.get(uid)), pass.now());
  }

  /**
   * The order of writes makes a crash at any point harmless: the verdict and the list of pods to
   * count are written before a pod is deleted or its finalizer removed, and the finalizer is
   * removed before the pod moves from the list into the counters.
   */
  private Outcome apply(JobObservation seen, JobPlan planned, Reconciliation pass)
      throws ApiException {
    report(seen, planned.work());
    var pods = new PodWriter(client, events, seen.job(), pass);
    PodWriter.Result result = pods.perform(planned.work());
    metrics.created(seen, planned.work(), result.done().created());
    JobPlan plan = planned.after(result.done());

    var accounting =
        JobAccounting.open(seen, plan, result.done(), options.clearStartTimeOnSuspend());
    Job stored = write(seen.job(), accounting.status());
    backoffs.put(seen.job().getMetadata().getUid(), seen.backoffNow());
    announce(seen.job(), plan);

    PodWriter.Result ended = pods.end(plan.work());
    PodWriter.Released released = pods.release(accounting.release());
    metrics.handled(seen, accounting, released.uids());
    settle(stored, accounting, released.uids(), ended.failure() == null, pass);

    throwFirst(result.failure(), ended.failure(), released.failure());
    if (planned.isCut()) {
      return Outcome.after(NEXT_PART);
    }
    return plan.lookAgain().map(Outcome::after).orElseGet(Outcome::done);
  }

  private static void report(JobObservation seen, PodWork work) {
    int active = seen.active().size();
    switch (work) {
      case PodWork.Create(var pods) ->
          log.info(
              4,
              "Too few pods running",
              "key",
              ObjectKey.of(seen.job()),
              "need",
              active + pods.size(),
              "creating",
              pods.size());
      case PodWork.Remove _ when seen.suspended() ->
          log.info(
              4, "Deleting all active pods in suspended job", "job", seen.job(), "active", active);
      case PodWork.Remove(var pods) ->
          log.info(
              4,
              "Too many pods running for job",
              "job",
              seen.job(),
              "deleted",
              pods.size(),
              "target",
              active - pods.size());
      default -> {}
    }
  }

  private void announce(Job job, JobPlan plan) {
    switch (plan.suspension()) {
      case UNCHANGED -> {}
      case SUSPEND -> events.normal(job, "Suspended", "Job suspended");
      case RESUME -> events.normal(job, "Resumed", "Job resumed");
    }
    if (plan.tooManySucceeded()) {
      events.warning(
          job,
          "TooManySucceededPods",
          "Too many succeeded pods running after completion count reached");
    }
  }

  private void settle(
      Job stored,
      JobAccounting accounting,
      Set<String> released,
      boolean ended,
      Reconciliation pass)
      throws ApiException {
    JobAccounting counted = ended ? accounting : accounting.withoutEnd();
    var settled = counted.settle(stored.getStatus(), released, pass.now());
    Job last = write(stored, settled.status());
    if (settled.finished()) {
      forget(ObjectKey.of(last));
      accounting.verdict().ifPresent(verdict -> recordEvent(last, verdict));
      accounting.verdict().ifPresent(verdict -> metrics.finished(last, verdict));
    }
  }

  private void recordEvent(Job job, JobVerdict verdict) {
    if (verdict.success()) {
      events.normal(job, "Completed", "Job completed");
    } else {
      events.warning(job, verdict.reason(), "%s", verdict.message());
    }
  }

  private Job write(Job job, JobStatus status) throws ApiException {
    JobStatus before = Objects.requireNonNullElseGet(job.getStatus(), JobStatus::new);
    Job written = client.patchStatus(job, j -> j.setStatus(status));
    metrics.counted(job, before, status);
    return written;
  }

  private void forget(ObjectKey key) {
    String uid = uids.remove(key);
    if (uid != null) {
      backoffs.remove(uid);
    }
  }

  private static void throwFirst(@Nullable ApiException... failures) throws ApiException {
    for (ApiException failure : failures) {
      if (failure != null) {
        throw failure;
      }
    }
  }
}
