package io.coxswain.jobset;

import io.coxswain.api.Timestamps;
import io.coxswain.api.jobset.JobSetStatus;
import io.coxswain.api.jobset.ReplicatedJob;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The plan of one reconcile of a JobSet; a pure function of the observation.
 *
 * <p>A restart is decided here and written with the status; later reconciles perform it, because
 * every Job of an older attempt then counts as previous. Therefore a crash between the two loses
 * nothing, and a decision based on a stale view is rejected with the status write.
 *
 * @param status the new status, if it differs; written after all actions have succeeded
 * @param notices events, recorded once the status is written
 * @param remarks lines for the log
 * @param lookAgain when time alone will change the result
 */
record JobSetPlan(
    List<Action> actions,
    Optional<JobSetStatus> status,
    List<PendingEvent> notices,
    List<String> remarks,
    Optional<Duration> lookAgain) {

  static JobSetPlan of(Observation seen, Features features) {
    return new Planner(seen, features).plan();
  }

  private static final class Planner {
    private final Observation seen;
    private final Features features;
    private final DesiredJobSet wanted;
    private final StatusDraft draft;
    private final OwnedJobs jobs;
    private final JobCounts counts;
    private final List<Action> actions = new ArrayList<>();
    private Optional<Duration> lookAgain = Optional.empty();

    Planner(Observation seen, Features features) {
      this.seen = seen;
      this.features = features;
      this.wanted = new DesiredJobSet(seen.jobSet());
      this.draft = new StatusDraft(wanted.status(), seen.now());
      this.jobs = OwnedJobs.sort(seen.jobs(), wanted, wanted.status(), features);
      this.counts = JobCounts.count(wanted, jobs, wanted.status(), features);
    }

    JobSetPlan plan() {
      decide();
      return new JobSetPlan(
          List.copyOf(actions), draft.result(), draft.notices(), draft.remarks(), lookAgain);
    }

    private void decide() {
      draft.counts(counts.entries());
      Optional<Condition> finish = StatusDraft.finish(draft.status());
      if (finish.isPresent()) {
        deleteJobs(jobs.active());
        expire(finish.get());
        return;
      }
      deleteJobs(jobs.previous());
      if (!wanted.suspended() && counts.allReady()) {
        draft.allJobsReady();
      }
      if (!jobs.failed().isEmpty()) {
        FailureRules.apply(wanted, jobs, features, draft);
        return;
      }
      if (!jobs.successful().isEmpty() && SuccessRule.met(wanted, jobs)) {
        draft.completed();
        return;
      }
      createService();
      createClaims();
      scaleJobs();
      createJobs();
      if (wanted.suspended()) {
        suspendJobs();
      } else {
        resumeJobs();
      }
      if (wanted.restartStrategyIs("InPlaceRestart")) {
        if (features.inPlaceRestart()) {
          InPlaceRestart.apply(wanted, seen.pods(), draft);
        } else {
          draft.remark(
              "in-place restart strategy cannot be used when the feature gate is disabled");
        }
      }
    }

    private void deleteJobs(List<Job> unwanted) {
      List<Job> left =
          unwanted.stream()
              .filter(job -> job.getMetadata().getDeletionTimestamp() == null)
              .toList();
      if (!left.isEmpty()) {
        actions.add(new Action.DeleteJobs(left));
      }
    }

    private void expire(Condition finish) {
      Integer ttl = wanted.spec().getTtlSecondsAfterFinished();
      if (ttl == null) {
        return;
      }
      Instant expiry = Timestamps.instant(finish.getLastTransitionTime()).plusSeconds(ttl);
      if (seen.now().isBefore(expiry)) {
        lookAgain = Optional.of(Duration.between(seen.now(), expiry));
      } else {
        actions.add(new Action.DeleteJobSet());
      }
    }

    private void createService() {
      if (wanted.dnsHostnames() && !seen.serviceExists()) {
        actions.add(new Action.CreateService(ChildService.of(wanted)));
      }
    }

    private void createClaims() {
      List<PersistentVolumeClaim> missing =
          ChildClaims.of(wanted).stream()
              .filter(claim -> !seen.claims().contains(claim.getMetadata().getName()))
              .toList();
      if (!missing.isEmpty()) {
        actions.add(new Action.CreateClaims(missing));
      }
    }

    private void scaleJobs() {
      if (!features.elasticJobSet()) {
        return;
      }
      for (Job job : jobs.active()) {
        wanted.replicatedJobs().stream()
            .filter(replicated -> replicated.getName().equals(OwnedJobs.replicatedJobOf(job)))
            .filter(replicated -> scaled(replicated.getTemplate().getSpec(), job.getSpec()))
            .forEach(replicated -> actions.add(new Action.ScaleJob(job, replicated)));
      }
    }

    private static boolean scaled(JobSpec template, JobSpec job) {
      return Objects.equals(template.getParallelism(), template.getCompletions())
          && template.getParallelism() != null
          && !(template.getParallelism().equals(job.getParallelism())
              && template.getCompletions().equals(job.getCompletions()));
    }

    private void createJobs() {
      boolean waiting = wanted.restartStrategyIs("BlockingRecreate") && !jobs.previous().isEmpty();
      boolean ordered = wanted.inOrder() && !wanted.suspended();
      for (ReplicatedJob replicated : wanted.replicatedJobs()) {
        if ((ordered && counts.started(replicated)) || !counts.dependenciesMet(replicated)) {
          continue;
        }
        if (!waiting) {
          createMissing(replicated);
        }
        if (ordered) {
          draft.startupInProgress();
          return;
        }
      }
      if (ordered) {
        draft.startupCompleted();
      }
    }

    private void createMissing(ReplicatedJob replicated) {
      Set<String> taken = jobs.names();
      var missing = new ArrayList<Job>();
      for (int index = 0; index < DesiredJobSet.replicas(replicated); index++) {
        if (!taken.contains(wanted.jobName(replicated, index))) {
          missing.add(ChildJob.of(wanted, replicated, index, draft.status(), features));
        }
      }
      if (!missing.isEmpty()) {
        actions.add(new Action.CreateJobs(List.copyOf(missing)));
      }
    }

    private void suspendJobs() {
      jobs.active().stream()
          .filter(job -> !OwnedJobs.suspended(job))
          .forEach(job -> actions.add(new Action.SuspendJob(job)));
      draft.suspended();
    }

    private void resumeJobs() {
      for (ReplicatedJob replicated : wanted.replicatedJobs()) {
        if (!counts.dependenciesMet(replicated)
            || (wanted.inOrder() && counts.started(replicated))) {
          continue;
        }
        jobs.active().stream()
            .filter(OwnedJobs::suspended)
            .filter(job -> OwnedJobs.replicatedJobOf(job).equals(replicated.getName()))
            .forEach(job -> actions.add(new Action.ResumeJob(job, replicated)));
        if (wanted.inOrder()) {
          draft.startupInProgress();
          return;
        }
      }
      draft.resumed();
    }
  }
}
