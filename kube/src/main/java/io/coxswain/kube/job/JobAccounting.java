package io.coxswain.kube.job;

import io.coxswain.api.Json;
import io.coxswain.api.Timestamps;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import io.fabric8.kubernetes.api.model.batch.v1.UncountedTerminatedPods;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Computes the status of a Job such that every pod is counted exactly once, despite crashes.
 *
 * <p>A pod carries a finalizer until it is counted. Its outcome is first listed by UID in {@code
 * uncountedTerminatedPods} ({@link #open}, first write), then the finalizer is removed, and only
 * then the UID moves from the list into the counter ({@link #settle}, second write). After a crash
 * at any point, the lists and finalizers show the remaining steps. Succeeded indexes need no list,
 * because adding an index to a set is idempotent.
 *
 * @param status the status of the first write
 * @param release pods whose finalizer is removed after that write
 * @param held UIDs of pods with the finalizer
 * @param verdict how the Job finishes, if it does
 * @param more whether there are more pods to count than fit in one reconcile
 */
record JobAccounting(
    JobStatus status,
    List<JobPod> release,
    Set<String> held,
    Optional<JobVerdict> verdict,
    boolean more) {

  /** Maximum number of pods listed as uncounted. */
  static final int MAX_UNCOUNTED = 500;

  /** The status after finalizers have been removed, and whether it finishes the Job. */
  record Settled(JobStatus status, boolean finished) {}

  /** Lists pods to be counted and applies the plan to the status. */
  static JobAccounting open(
      JobObservation seen, JobPlan plan, PodWork.Done done, boolean clearStart) {
    JobStatus status = Json.copy(seen.status());
    if (status.getUncountedTerminatedPods() == null) {
      status.setUncountedTerminatedPods(new UncountedTerminatedPods());
    }
    if (status.getStartTime() == null && !seen.suspended()) {
      status.setStartTime(Timestamps.format(seen.now()));
    }
    suspension(status, plan.suspension(), seen.now(), clearStart);
    population(status, seen, plan, done);

    var held = new TreeSet<String>();
    seen.pods().stream().filter(JobPod::tracked).forEach(p -> held.add(p.uid()));
    moveToCounters(status, held);
    Listing listing = new Listing(seen, plan.verdict(), status);
    listing.run();

    if (seen.indexed()) {
      status.setCompletedIndexes(orAbsent(listing.indexes.toString()));
      status.setSucceeded(orAbsent(listing.indexes.size()));
      status.setFailedIndexes(
          seen.backoffLimitPerIndex().isPresent() ? seen.failedIndexes().toString() : null);
    }
    plan.verdict()
        .ifPresent(
            v ->
                JobConditions.set(
                    status, v.announcement(), true, v.reason(), v.message(), seen.now()));
    return new JobAccounting(status, listing.release, held, plan.verdict(), listing.more);
  }

  /** Counts the pods whose finalizer was removed, and finishes the Job if nothing is pending. */
  Settled settle(JobStatus stored, Set<String> released, Instant now) {
    JobStatus settled = Json.copy(stored);
    var stillHeld = new TreeSet<>(held);
    stillHeld.removeAll(released);
    moveToCounters(settled, stillHeld);
    boolean waiting =
        more || hasUncounted(settled) || JobObservation.orZero(settled.getTerminating()) > 0;
    if (verdict.isEmpty() || waiting) {
      return new Settled(settled, false);
    }
    JobVerdict v = verdict.get();
    JobConditions.set(settled, v.end(), true, v.reason(), v.message(), now);
    if (v.success()) {
      settled.setCompletionTime(Timestamps.format(now));
    }
    return new Settled(settled, true);
  }

  /** Without the end of the Job, for a reconcile that could not delete all pods. */
  JobAccounting withoutEnd() {
    return new JobAccounting(status, release, held, Optional.empty(), more);
  }

  private static void suspension(
      JobStatus status, JobPlan.Suspension change, Instant now, boolean clearStart) {
    switch (change) {
      case UNCHANGED -> {}
      case SUSPEND -> {
        JobConditions.set(status, JobNames.SUSPENDED, true, "JobSuspended", "Job suspended", now);
        if (clearStart) {
          status.setStartTime(null);
        }
      }
      case RESUME -> {
        JobConditions.set(status, JobNames.SUSPENDED, false, "JobResumed", "Job resumed", now);
        status.setStartTime(Timestamps.format(now));
      }
    }
  }

  /** Pod counts after the work of the plan. */
  private static void population(
      JobStatus status, JobObservation seen, JobPlan plan, PodWork.Done done) {
    int ending = plan.work() instanceof PodWork.End end ? end.pods().size() : 0;
    int gone = done.removed() + ending;
    int active = seen.active().size() + done.created() - gone;
    int ready = (int) seen.active().stream().filter(JobPod::ready).count();
    status.setActive(orAbsent(active));
    status.setReady(Math.min(ready, active));
    status.setTerminating(seen.terminating().size() + gone);
  }

  private static boolean hasUncounted(JobStatus status) {
    UncountedTerminatedPods uncounted = status.getUncountedTerminatedPods();
    return uncounted != null
        && !(list(uncounted.getSucceeded()).isEmpty() && list(uncounted.getFailed()).isEmpty());
  }

  /** Moves UIDs without a finalizer from the lists to the counters, in the same write. */
  private static void moveToCounters(JobStatus status, Set<String> held) {
    UncountedTerminatedPods uncounted = status.getUncountedTerminatedPods();
    List<String> succeeded = list(uncounted.getSucceeded());
    List<String> failed = list(uncounted.getFailed());
    var openSucceeded = succeeded.stream().filter(held::contains).toList();
    var openFailed = failed.stream().filter(held::contains).toList();
    status.setSucceeded(
        orAbsent(
            JobObservation.orZero(status.getSucceeded())
                + succeeded.size()
                - openSucceeded.size()));
    status.setFailed(
        orAbsent(JobObservation.orZero(status.getFailed()) + failed.size() - openFailed.size()));
    uncounted.setSucceeded(new ArrayList<>(openSucceeded));
    uncounted.setFailed(new ArrayList<>(openFailed));
  }

  /** Lists the pods to be counted. */
  private static final class Listing {
    private final JobObservation seen;
    private final Optional<JobVerdict> verdict;
    private final UncountedTerminatedPods uncounted;
    private final Set<String> awaited = new TreeSet<>();
    final List<JobPod> release = new ArrayList<>();
    IndexSet indexes;
    private int freshIndexes;
    boolean more;

    Listing(JobObservation seen, Optional<JobVerdict> verdict, JobStatus status) {
      this.seen = seen;
      this.verdict = verdict;
      this.uncounted = status.getUncountedTerminatedPods();
      this.indexes = seen.storedSucceededIndexes();
      seen.awaitingReplacement().values().forEach(p -> awaited.add(p.uid()));
    }

    void run() {
      for (JobPod pod : seen.pods()) {
        if (!pod.tracked() || !mayRelease(pod)) {
          continue;
        }
        release.add(pod);
        list(pod);
        int listed = freshIndexes + uncounted.getSucceeded().size() + uncounted.getFailed().size();
        if (listed >= MAX_UNCOUNTED) {
          more = true;
          return;
        }
      }
    }

    private boolean mayRelease(JobPod pod) {
      return seen.deleting()
          || verdict.isPresent()
          || pod.succeeded()
          || (seen.failed(pod) && !awaited.contains(pod.uid()));
    }

    private void list(JobPod pod) {
      boolean listedAsFailed = uncounted.getFailed().contains(pod.uid());
      if (pod.succeeded() && !listedAsFailed) {
        listSuccess(pod);
        return;
      }
      // Unfinished pods of a failing Job count as failed.
      boolean failed = seen.failed(pod) || verdict.filter(v -> !v.success()).isPresent();
      if (failed && !listedAsFailed && seen.inRange(pod) && seen.failurePolicy().counts(pod)) {
        uncounted.getFailed().add(pod.uid());
      }
    }

    private void listSuccess(JobPod pod) {
      if (!seen.indexed()) {
        if (!uncounted.getSucceeded().contains(pod.uid())) {
          uncounted.getSucceeded().add(pod.uid());
        }
      } else if (seen.inRange(pod) && !indexes.has(pod.index())) {
        indexes = indexes.with(pod.index());
        freshIndexes++;
      }
    }
  }

  private static List<String> list(@Nullable List<String> uids) {
    return uids == null ? List.of() : uids;
  }

  private static @Nullable Integer orAbsent(int number) {
    return number == 0 ? null : number;
  }

  private static @Nullable String orAbsent(String text) {
    return text.isEmpty() ? null : text;
  }
}
