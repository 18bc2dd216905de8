package io.coxswain.kube.cronjob;

import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.Timestamps;
import io.coxswain.kube.common.Klog;
import io.coxswain.kube.job.JobConditions;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Deletion;
import io.coxswain.runtime.client.Owners;
import io.coxswain.runtime.events.Recorder;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.CronJobStatus;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The Jobs that a CronJob has started, and the status derived from them. */
final class CronJobHistory {
  private static final Klog log = Klog.of("cronjob-controller");

  private final Client client;
  private final Recorder events;
  private final CronJob cron;
  private final List<Job> jobs;
  private final CronJobStatus status;
  private @Nullable ApiException failure;

  CronJobHistory(Client client, Recorder events, CronJob cron, List<Job> jobs) {
    this.client = client;
    this.events = events;
    this.cron = cron;
    this.jobs = new ArrayList<>(jobs);
    this.status = cron.getStatus() == null ? new CronJobStatus() : Json.copy(cron.getStatus());
  }

  /** The status to write. */
  CronJobStatus status() {
    return status;
  }

  List<ObjectReference> active() {
    return status.getActive() == null ? List.of() : List.copyOf(status.getActive());
  }

  boolean isActive(String jobName) {
    return active().stream().anyMatch(a -> jobName.equals(a.getName()));
  }

  private boolean isActive(Job job) {
    return active().stream().anyMatch(a -> job.getMetadata().getUid().equals(a.getUid()));
  }

  private void forget(String uid) {
    var left = new ArrayList<>(active());
    left.removeIf(a -> uid.equals(a.getUid()));
    status.setActive(left);
  }

  /** Deletes finished Jobs beyond the history limits, oldest first. */
  void clearAway() {
    clearAway("Complete", cron.getSpec().getSuccessfulJobsHistoryLimit());
    clearAway("Failed", cron.getSpec().getFailedJobsHistoryLimit());
  }

  private void clearAway(String end, @Nullable Integer limit) {
    if (limit == null) {
      return;
    }
    List<Job> finished =
        jobs.stream()
            .filter(j -> JobConditions.finished(j).filter(c -> c.getType().equals(end)).isPresent())
            .sorted(Comparator.comparing(CronJobHistory::start).thenComparing(CronJobHistory::name))
            .toList();
    int surplus = Math.max(0, finished.size() - limit);
    if (surplus > 0) {
      log.info(
          4,
          "Cleaning up jobs from CronJob list",
          "deletejobnum",
          surplus,
          "jobnum",
          finished.size(),
          "cronjob",
          cron);
    }
    for (Job job : finished.subList(0, surplus)) {
      if (job.getMetadata().getDeletionTimestamp() == null && tryToDelete(job)) {
        jobs.remove(job);
      }
    }
  }

  private static Instant start(Job job) {
    return Timestamps.parse(job.getStatus().getStartTime()).orElse(Instant.MAX);
  }

  private static String name(Job job) {
    return job.getMetadata().getName();
  }

  private boolean tryToDelete(Job job) {
    try {
      delete(job);
      return true;
    } catch (ApiException e) {
      failure = e;
      return false;
    }
  }

  /**
   * Throws the last failure of {@link #clearAway}. It must not keep due Jobs from being started,
   * but nothing else retries the delete before the next Job is due, which is never if the CronJob
   * is suspended.
   */
  void throwFailure() throws ApiException {
    if (failure != null) {
      throw failure;
    }
  }

  private void delete(Job job) throws ApiException {
    try {
      client.delete(job, Deletion.background());
    } catch (ApiException e) {
      log.error(e, "Error deleting job from cronjob", "job", job, "cronjob", cron);
      events.warning(cron, "FailedDelete", "Deleted job: %s", String.valueOf(e.getMessage()));
      throw e;
    }
    forget(job.getMetadata().getUid());
    events.normal(cron, "SuccessfulDelete", "Deleted job %s", name(job));
  }

  /** Updates the list of active Jobs. */
  void followActive() throws ApiException {
    for (Job job : List.copyOf(jobs)) {
      var end = JobConditions.finished(job);
      if (end.isEmpty()) {
        if (!isActive(job) && !isListedByNow(job)) {
          events.warning(
              cron,
              "UnexpectedJob",
              "Saw a job that the controller did not create or forgot: %s",
              name(job));
        }
      } else {
        if (isActive(job)) {
          forget(job.getMetadata().getUid());
          events.normal(
              cron,
              "SawCompletedJob",
              "Saw completed job: %s, condition: %s",
              name(job),
              end.get().getType());
        }
        if (end.get().getType().equals("Complete")) {
          succeeded(job);
        }
      }
    }
    for (ObjectReference reference : active()) {
      if (jobs.stream().noneMatch(j -> j.getMetadata().getUid().equals(reference.getUid()))) {
        lookForMissing(reference);
      }
    }
  }

  /** Reads the CronJob from the server, because its cache may be older than the cache of Jobs. */
  private boolean isListedByNow(Job job) throws ApiException {
    Optional<CronJob> live = client.live().get(CronJob.class, ObjectKey.of(cron));
    return live.map(CronJob::getStatus)
        .map(CronJobStatus::getActive)
        .filter(list -> list.stream().anyMatch(a -> job.getMetadata().getUid().equals(a.getUid())))
        .isPresent();
  }

  private void succeeded(Job job) {
    String end = job.getStatus().getCompletionTime();
    Optional<Instant> time = Timestamps.parse(end);
    Optional<Instant> known = Timestamps.parse(status.getLastSuccessfulTime());
    if (time.isPresent() && (known.isEmpty() || time.get().isAfter(known.get()))) {
      status.setLastSuccessfulTime(end);
    }
  }

  private void lookForMissing(ObjectReference reference) throws ApiException {
    ObjectKey key = ObjectKey.of(cron).sibling(reference.getName());
    boolean there =
        client
            .live()
            .get(Job.class, key)
            .filter(j -> j.getMetadata().getUid().equals(reference.getUid()))
            .isPresent();
    if (!there) {
      events.normal(cron, "MissingJob", "Active job went missing: %s", reference.getName());
      forget(reference.getUid());
    }
  }

  /** Deletes the active Jobs, for the concurrency policy Replace. */
  void deleteActive() throws ApiException {
    for (ObjectReference reference : active()) {
      Optional<Job> job =
          client
              .live()
              .get(Job.class, ObjectKey.of(cron).sibling(reference.getName()))
              .filter(j -> j.getMetadata().getUid().equals(reference.getUid()));
      if (job.isPresent()) {
        log.info(
            4,
            "Deleting job that was still running at next scheduled start time",
            "job",
            job.get());
        delete(job.get());
      } else {
        forget(reference.getUid());
      }
    }
  }

  /**
   * A Job with that name that an earlier reconcile of this CronJob created without recording it.
   */
  Optional<Job> findMine(String jobName) throws ApiException {
    return client
        .live()
        .get(Job.class, ObjectKey.of(cron).sibling(jobName))
        .filter(j -> Owners.isControlledBy(j, cron));
  }

  void started(Job job, Instant time) {
    var more = new ArrayList<>(active());
    more.removeIf(a -> job.getMetadata().getUid().equals(a.getUid()));
    more.add(
        new ObjectReferenceBuilder()
            .withApiVersion("batch/v1")
            .withKind("Job")
            .withNamespace(job.getMetadata().getNamespace())
            .withName(name(job))
            .withUid(job.getMetadata().getUid())
            .withResourceVersion(job.getMetadata().getResourceVersion())
            .build());
    status.setActive(more);
    status.setLastScheduleTime(Timestamps.format(time));
  }
}
