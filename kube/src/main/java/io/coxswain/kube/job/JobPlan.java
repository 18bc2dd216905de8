package io.coxswain.kube.job;

import io.coxswain.kube.common.PodRanking;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * The actions of one reconcile, decided only from the observed state.
 *
 * @param verdict how the Job finishes, if it does
 * @param suspension the change of the {@code Suspended} condition
 * @param lookAgain when to reconcile again without an event
 * @param tooManySucceeded whether more pods succeeded than requested
 */
record JobPlan(
    Optional<JobVerdict> verdict,
    PodWork work,
    Suspension suspension,
    Optional<Duration> lookAgain,
    boolean tooManySucceeded) {

  /** Maximum number of pods created or deleted in one reconcile. */
  static final int MAX_PODS_PER_RECONCILE = 500;

  /** Minimum wait for a backoff, so that a burst of events causes one reconcile. */
  private static final Duration MIN_WAIT = Duration.ofSeconds(1);

  private static final Comparator<JobPod> WORST_FIRST =
      Comparator.comparing(JobPod::pod, PodRanking.youngestFirst());

  /** A change of the {@code Suspended} condition. */
  enum Suspension {
    UNCHANGED,
    SUSPEND,
    RESUME
  }

  private record Managed(PodWork work, Optional<Duration> delay) {
    static Managed of(PodWork work) {
      return new Managed(work, Optional.empty());
    }
  }

  static JobPlan of(JobObservation seen) {
    Optional<JobVerdict> verdict = JobVerdict.of(seen);
    if (verdict.isPresent()) {
      return new JobPlan(
          verdict, new PodWork.End(seen.active()), Suspension.UNCHANGED, Optional.empty(), false);
    }
    Managed managed = seen.deleting() ? Managed.of(new PodWork.Keep()) : manage(seen);
    Optional<JobVerdict> completion = JobVerdict.completion(seen, activeAfter(seen, managed.work));
    Suspension suspension =
        completion.isPresent() || seen.deleting() ? Suspension.UNCHANGED : suspension(seen);
    boolean tooMany =
        seen.completions().isPresent() && seen.succeeded() > seen.completions().getAsInt();
    return new JobPlan(
        completion,
        managed.work,
        suspension,
        completion.isPresent() ? Optional.empty() : soonest(seen, managed.delay),
        tooMany);
  }

  /** Whether more pods may be missing than one reconcile creates. */
  boolean isCut() {
    return work instanceof PodWork.Create create && create.pods().size() >= MAX_PODS_PER_RECONCILE;
  }

  /**
   * The plan after its work succeeded only partly, without the conclusions that required all of it.
   */
  JobPlan after(PodWork.Done done) {
    return work instanceof PodWork.Remove remove && done.removed() < remove.pods().size()
        ? new JobPlan(Optional.empty(), work, suspension, lookAgain, tooManySucceeded)
        : this;
  }

  private static int activeAfter(JobObservation seen, PodWork work) {
    return seen.active().size()
        + switch (work) {
          case PodWork.Create create -> create.pods().size();
          case PodWork.Remove remove -> -remove.pods().size();
          case PodWork.Keep keep -> 0;
          case PodWork.End end -> -end.pods().size();
        };
  }

  private static Optional<Duration> soonest(JobObservation seen, Optional<Duration> wait) {
    Optional<Duration> deadline = JobVerdict.untilDeadline(seen);
    if (wait.isEmpty() || deadline.isEmpty()) {
      return wait.or(() -> deadline);
    }
    return wait.get().compareTo(deadline.get()) < 0 ? wait : deadline;
  }

  private static Suspension suspension(JobObservation seen) {
    var condition = seen.condition(JobNames.SUSPENDED);
    if (seen.suspended()) {
      boolean said =
          condition
              .filter(c -> "True".equals(c.getStatus()) && "JobSuspended".equals(c.getReason()))
              .isPresent();
      return said ? Suspension.UNCHANGED : Suspension.SUSPEND;
    }
    return condition.filter(c -> !"False".equals(c.getStatus())).isPresent()
        ? Suspension.RESUME
        : Suspension.UNCHANGED;
  }

  /** Decides how to reach the desired number of pods. */
  private static Managed manage(JobObservation seen) {
    List<JobPod> active = seen.active();
    if (seen.suspended()) {
      return Managed.of(active.isEmpty() ? new PodWork.Keep() : new PodWork.Remove(active));
    }
    int wanted = wanted(seen, active.size());
    List<JobPod> surplus = surplus(seen, active, active.size() - wanted);
    if (!surplus.isEmpty()) {
      return Managed.of(new PodWork.Remove(atMost(surplus)));
    }
    int held = seen.replacesOnlyFailed() ? seen.terminating().size() : 0;
    int missing = wanted - active.size() - held;
    return missing > 0
        ? create(seen, Math.min(missing, MAX_PODS_PER_RECONCILE))
        : Managed.of(new PodWork.Keep());
  }

  private static int wanted(JobObservation seen, int active) {
    if (seen.completions().isEmpty()) {
      // The first success of a work queue Job means that the queue is empty, so no more pods are
      // created.
      return seen.succeeded() > 0 ? active : seen.parallelism();
    }
    int open = seen.completions().getAsInt() - seen.succeeded();
    return Math.max(0, Math.min(open, seen.parallelism()));
  }

  /**
   * Pods to delete: those without a needed index, those that an interrupted deletion no longer
   * tracks, then the lowest-ranked ones until {@code atLeast} are found.
   */
  private static List<JobPod> surplus(JobObservation seen, List<JobPod> active, int atLeast) {
    var remove = new ArrayList<JobPod>();
    var best = new TreeMap<Integer, JobPod>();
    var left = new ArrayList<JobPod>();
    for (JobPod pod : active) {
      if (!pod.tracked() || !seen.inRange(pod)) {
        remove.add(pod);
      } else if (!seen.indexed()) {
        left.add(pod);
      } else {
        JobPod other = best.putIfAbsent(pod.index(), pod);
        if (other != null) {
          boolean better = WORST_FIRST.compare(pod, other) > 0;
          best.put(pod.index(), better ? pod : other);
          remove.add(better ? other : pod);
        }
      }
    }
    left.addAll(best.values());
    left.sort(WORST_FIRST);
    int more = Math.min(left.size(), Math.max(0, atLeast - remove.size()));
    remove.addAll(left.subList(0, more));
    return remove;
  }

  private static Managed create(JobObservation seen, int count) {
    if (seen.backoffLimitPerIndex().isPresent()) {
      return createPerIndex(seen, count);
    }
    Duration wait = seen.backoffNow().remaining(seen.now());
    if (wait.isPositive()) {
      return waiting(wait);
    }
    var pods = new ArrayList<PodWork.NewPod>();
    if (seen.indexed()) {
      for (int index : pendingIndexes(seen, count)) {
        pods.add(new PodWork.NewPod(OptionalInt.of(index), Optional.empty()));
      }
    } else {
      for (int i = 0; i < count; i++) {
        pods.add(new PodWork.NewPod(OptionalInt.empty(), Optional.empty()));
      }
    }
    return Managed.of(pods.isEmpty() ? new PodWork.Keep() : new PodWork.Create(pods));
  }

  /** Each index has its own backoff and failure count. */
  private static Managed createPerIndex(JobObservation seen, int count) {
    var replaced = seen.awaitingReplacement();
    var pods = new ArrayList<PodWork.NewPod>();
    Optional<Duration> shortest = Optional.empty();
    for (int index : pendingIndexes(seen, count)) {
      JobPod before = replaced.get(index);
      if (before == null) {
        pods.add(newPod(index, 0, 0));
        continue;
      }
      Duration wait = Backoff.remaining(before.allFailures() + 1, before.finishedAt(), seen.now());
      if (wait.isPositive()) {
        shortest = shortest.filter(s -> s.compareTo(wait) <= 0).or(() -> Optional.of(wait));
      } else {
        boolean counts = seen.failurePolicy().counts(before);
        pods.add(
            newPod(
                index,
                before.countedFailures() + (counts ? 1 : 0),
                before.ignoredFailures() + (counts ? 0 : 1)));
      }
    }
    if (!pods.isEmpty()) {
      return new Managed(new PodWork.Create(pods), shortest);
    }
    return shortest.map(JobPlan::waiting).orElseGet(() -> Managed.of(new PodWork.Keep()));
  }

  private static int[] pendingIndexes(JobObservation seen, int count) {
    IndexSet taken =
        seen.succeededIndexes().union(seen.failedIndexes()).union(seen.activeIndexes());
    if (seen.replacesOnlyFailed()) {
      taken = taken.union(seen.terminatingIndexes());
    }
    return taken.firstMissing(seen.completions().orElse(0), count);
  }

  private static PodWork.NewPod newPod(int index, int counted, int ignored) {
    return new PodWork.NewPod(
        OptionalInt.of(index), Optional.of(new PodWork.Failures(counted, ignored)));
  }

  private static Managed waiting(Duration wait) {
    return new Managed(
        new PodWork.Keep(), Optional.of(wait.compareTo(MIN_WAIT) < 0 ? MIN_WAIT : wait));
  }

  private static List<JobPod> atMost(List<JobPod> pods) {
    return pods.subList(0, Math.min(pods.size(), MAX_PODS_PER_RECONCILE));
  }
}
