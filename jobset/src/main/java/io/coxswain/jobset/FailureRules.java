package io.coxswain.jobset;

import static java.util.Objects.requireNonNullElse;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.coxswain.api.RegexLimits;
import io.coxswain.api.Timestamps;
import io.coxswain.api.jobset.FailurePolicyRule;
import io.coxswain.api.jobset.JobSetStatus;
import io.coxswain.jobset.label.Keys;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Decides what failed Jobs lead to, and puts it into the status. */
final class FailureRules {
  private final DesiredJobSet wanted;
  private final Features features;
  private final StatusDraft draft;

  private FailureRules(DesiredJobSet wanted, Features features, StatusDraft draft) {
    this.wanted = wanted;
    this.features = features;
    this.draft = draft;
  }

  static void apply(DesiredJobSet wanted, OwnedJobs jobs, Features features, StatusDraft draft) {
    new FailureRules(wanted, features, draft).decide(jobs.failed());
  }

  private void decide(List<Job> failed) {
    if (wanted.failurePolicy().isEmpty()) {
      draft.failed(
          "FailedJobs", naming(oldest(failed), "jobset failed due to one or more job failures"));
      return;
    }
    for (FailurePolicyRule rule : wanted.failurePolicy().get().getRules()) {
      List<Job> matching = failed.stream().filter(job -> matches(rule, job)).toList();
      if (!matching.isEmpty()) {
        act(rule.getAction(), "FailurePolicy_" + rule.getName(), oldest(matching));
        return;
      }
    }
    act("RestartJobSet", "DefaultFailurePolicy", oldest(failed));
  }

  private void act(String action, String reason, Job job) {
    String message = naming(job, "applying " + action + " failure policy action");
    switch (action) {
      case "FailJobSet" -> draft.failed("FailJobSetFailurePolicyAction", message);
      case "RestartJobSet" -> {
        if (withinBudget(job)) {
          draft.restart(true, reason, message);
          draft.notice(true, action + "FailurePolicyAction", message);
        }
      }
      case "RestartJobSetAndIgnoreMaxRestarts" -> {
        draft.restart(false, reason, message);
        draft.notice(true, action + "FailurePolicyAction", message);
      }
      case "RestartJob" -> {
        requireGate(action);
        if (withinBudget(job)) {
          restartAlone(job, true);
          draft.notice(true, action + "FailurePolicyAction", message);
        }
      }
      case "RestartJobAndIgnoreMaxRestarts" -> {
        requireGate(action);
        restartAlone(job, false);
        draft.notice(true, action + "FailurePolicyAction", message);
      }
      default -> throw new IllegalStateException("unknown failure policy action " + action);
    }
  }

  /** Fails the JobSet and returns false if the restarts are exhausted. */
  private boolean withinBudget(Job job) {
    JobSetStatus status = draft.status();
    int used = status.getRestartsCountTowardsMax();
    if (features.restartJob()) {
      used += JobRestarts.totalCounted(status);
    }
    if (used < wanted.maxRestarts()) {
      return true;
    }
    draft.failed(
        "ReachedMaxRestarts", naming(job, "jobset failed due to reaching max number of restarts"));
    return false;
  }

  private void restartAlone(Job job, boolean counted) {
    draft.restartJob(
        wanted, OwnedJobs.replicatedJobOf(job), OwnedJobs.number(job, Keys.JOB_INDEX), counted);
  }

  private void requireGate(String action) {
    if (!features.restartJob()) {
      throw new IllegalStateException(
          "failure policy action " + action + " needs the feature gate RestartJob");
    }
  }

  private boolean matches(FailurePolicyRule rule, Job job) {
    JobCondition failure = OwnedJobs.finish(job).orElseThrow();
    String replicated = OwnedJobs.replicatedJobOf(job);
    return emptyOrContains(
            rule.getOnJobFailureReasons(), requireNonNullElse(failure.getReason(), ""))
        && messageMatches(
            rule.getOnJobFailureMessagePatterns(), requireNonNullElse(failure.getMessage(), ""))
        && !replicated.isEmpty()
        && emptyOrContains(rule.getTargetReplicatedJobs(), replicated);
  }

  private boolean messageMatches(List<String> patterns, String message) {
    return patterns.isEmpty()
        || patterns.stream().anyMatch(pattern -> compiled(pattern).test(message));
  }

  /**
   * A pattern that RE2 rejects is skipped, as upstream does; admission does not look at patterns.
   */
  private Predicate<String> compiled(String pattern) {
    Optional<RegexLimits.Problem> problem = RegexLimits.problem(pattern);
    if (problem.isPresent()) {
      return skipped(problem.get().description());
    }
    try {
      Pattern compiled = Pattern.compile(pattern);
      return message ->
          !RegexLimits.isTooCostly(message, compiled.programSize())
              && compiled.matcher(message).find();
    } catch (PatternSyntaxException e) {
      return skipped(String.valueOf(e.getMessage()));
    }
  }

  private Predicate<String> skipped(String problem) {
    draft.remark("invalid regex for onJobFailureMessagePatterns: " + problem);
    return message -> false;
  }

  private static boolean emptyOrContains(List<String> list, String value) {
    return list.isEmpty() || list.contains(value);
  }

  private static Job oldest(List<Job> failed) {
    return failed.stream().min(Comparator.comparing(FailureRules::failedAt)).orElseThrow();
  }

  private static Instant failedAt(Job job) {
    return OwnedJobs.finish(job)
        .flatMap(condition -> Optional.ofNullable(condition.getLastTransitionTime()))
        .map(Timestamps::instant)
        .orElse(Instant.EPOCH);
  }

  private static String naming(Job job, String message) {
    return message + " (first failed job: " + job.getMetadata().getName() + ")";
  }
}
