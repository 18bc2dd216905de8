package io.coxswain.kube.job;

import io.coxswain.kube.common.Finalizers;
import io.coxswain.kube.common.Pods;
import io.coxswain.runtime.controller.Event;
import io.coxswain.runtime.metrics.Instruments;
import io.coxswain.runtime.metrics.Instruments.Stability;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Upstream's metrics of the Job controller. */
final class JobMetrics {
  private static final String MODE = "completion_mode";
  private static final String SUCCEEDED = "succeeded";
  private static final String FAILED = "failed";

  private final Histogram syncDuration;
  private final Counter syncs;
  private final Counter finished;
  private final Counter external;
  private final Counter finishedPods;
  private final Counter policyActions;
  private final Counter trackedPods;
  private final Counter finishedIndexes;
  private final Counter createdPods;

  JobMetrics(Instruments instruments) {
    syncDuration =
        instruments.histogram(
            Stability.STABLE,
            "job_controller_job_sync_duration_seconds",
            "The time it took to sync a job",
            Instruments.bounds(0.004, 2, 15),
            MODE,
            "result",
            "action");
    syncs =
        instruments.counter(
            Stability.STABLE,
            "job_controller_job_syncs_total",
            "The number of job syncs",
            MODE,
            "result",
            "action");
    finished =
        instruments.counter(
            Stability.STABLE,
            "job_controller_jobs_finished_total",
            "The number of finished jobs",
            MODE,
            "result",
            "reason");
    external =
        instruments.counter(
            Stability.ALPHA,
            "job_controller_jobs_by_external_controller_total",
            "The number of Jobs managed by an external controller",
            "controller_name");
    finishedPods =
        instruments.counter(
            Stability.STABLE,
            "job_controller_job_pods_finished_total",
            "The number of finished Pods that are fully tracked",
            MODE,
            "result");
    policyActions =
        instruments.counter(
            Stability.ALPHA,
            "job_controller_pod_failures_handled_by_failure_policy_total",
            "The number of failed Pods that a rule of the failure policy matched, by the action of"
                + " the rule.",
            "action");
    trackedPods =
        instruments.counter(
            Stability.ALPHA,
            "job_controller_terminated_pods_tracking_finalizer_total",
            "The number of terminated pods (phase=Failed|Succeeded) that have the finalizer"
                + " batch.kubernetes.io/job-tracking. The event label can be \"add\" or"
                + " \"delete\".",
            "event");
    finishedIndexes =
        instruments.counter(
            Stability.ALPHA,
            "job_controller_job_finished_indexes_total",
            "The number of finished indexes, by status (\"succeeded\", \"failed\") and by backoff"
                + " limit (\"perIndex\", \"global\").",
            "status",
            "backoffLimit");
    createdPods =
        instruments.counter(
            Stability.ALPHA,
            "job_controller_job_pods_creation_total",
            "The number of Pods created by the Job controller, by the reason for their creation"
                + " (\"new\", \"recreate_terminating_or_failed\", \"recreate_failed\") and by its"
                + " status (\"succeeded\", \"failed\").",
            "reason",
            "status");
  }

  // ---- events

  /** Counts a Job of another controller. */
  void seen(Event<Job> event) {
    String manager = event.object().getSpec().getManagedBy();
    if (event instanceof Event.Created<Job>
        && manager != null
        && !manager.equals(JobNames.THIS_MANAGER)) {
      external.labelValues(manager).inc();
    }
  }

  void seenPod(Event<Pod> event) {
    boolean before =
        switch (event) {
          case Event.Created<Pod> created -> false;
          case Event.Updated<Pod>(Pod old, Pod now) -> isTracked(old);
          case Event.Deleted<Pod> deleted -> isTracked(deleted.object());
        };
    boolean now = !(event instanceof Event.Deleted<Pod>) && isTracked(event.object());
    if (before != now) {
      trackedPods.labelValues(now ? "add" : "delete").inc();
    }
  }

  private static boolean isTracked(Pod pod) {
    return Pods.isTerminal(pod) && Finalizers.has(pod, JobNames.TRACKING_FINALIZER);
  }

  // ---- reconciles

  /**
   * @param plan null if the Job could not be observed
   */
  void synced(Job job, @Nullable JobPlan plan, boolean success, long nanos) {
    String action = plan == null ? "reconciling" : action(plan.work());
    String result = success ? SUCCEEDED : FAILED;
    syncDuration.labelValues(mode(job), result, action).observe(nanos / 1e9);
    syncs.labelValues(mode(job), result, action).inc();
  }

  private static String action(PodWork work) {
    return switch (work) {
      case PodWork.Keep keep -> "tracking";
      case PodWork.Create create -> "pods_created";
      case PodWork.Remove remove -> "pods_deleted";
      case PodWork.End end -> "pods_deleted";
    };
  }

  void finished(Job job, JobVerdict verdict) {
    finished.labelValues(mode(job), verdict.success() ? SUCCEEDED : FAILED, verdict.reason()).inc();
  }

  /** Counts the pods and indexes that a written status has more than the one before. */
  void counted(Job job, JobStatus before, JobStatus now) {
    add(finishedPods, more(before.getFailed(), now.getFailed()), mode(job), FAILED);
    long succeeded = more(before.getSucceeded(), now.getSucceeded());
    add(finishedPods, succeeded, mode(job), SUCCEEDED);
    if (mode(job).equals("Indexed")) {
      boolean perIndex = job.getSpec().getBackoffLimitPerIndex() != null;
      String limit = perIndex ? "perIndex" : "global";
      add(finishedIndexes, succeeded, SUCCEEDED, limit);
      if (perIndex && !Objects.equals(before.getFailedIndexes(), now.getFailedIndexes())) {
        int completions = Objects.requireNonNullElse(job.getSpec().getCompletions(), 0);
        add(
            finishedIndexes,
            (long) IndexSet.parse(now.getFailedIndexes(), completions).size()
                - IndexSet.parse(before.getFailedIndexes(), completions).size(),
            FAILED,
            limit);
      }
    }
  }

  /** Counts pods whose finalizer has been removed and that a rule of the failure policy matched. */
  void handled(JobObservation seen, JobAccounting accounting, Set<String> released) {
    for (JobPod pod : accounting.release()) {
      if (released.contains(pod.uid()) && seen.failed(pod)) {
        seen.failurePolicy()
            .matchingAction(pod)
            .ifPresent(action -> policyActions.labelValues(action).inc());
      }
    }
  }

  void created(JobObservation seen, PodWork work, int succeeded) {
    if (work instanceof PodWork.Create create) {
      boolean failedOnly = "Failed".equals(seen.job().getSpec().getPodReplacementPolicy());
      boolean anyFailed = JobObservation.orZero(seen.status().getFailed()) > 0;
      String reason =
          failedOnly && anyFailed
              ? "recreate_failed"
              : anyFailed || !seen.terminating().isEmpty()
                  ? "recreate_terminating_or_failed"
                  : "new";
      add(createdPods, succeeded, reason, SUCCEEDED);
      add(createdPods, (long) create.pods().size() - succeeded, reason, FAILED);
    }
  }

  private static void add(Counter counter, long number, String... labels) {
    if (number > 0) {
      counter.labelValues(labels).inc(number);
    }
  }

  private static long more(@Nullable Integer before, @Nullable Integer now) {
    return (long) JobObservation.orZero(now) - JobObservation.orZero(before);
  }

  private static String mode(Job job) {
    return Objects.requireNonNullElse(job.getSpec().getCompletionMode(), "NonIndexed");
  }
}
