package io.coxswain.jobset;

import io.coxswain.api.Json;
import io.coxswain.api.Timestamps;
import io.coxswain.api.jobset.JobSetStatus;
import io.coxswain.api.jobset.ReplicatedJobStatus;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The status to be written at the end of a reconcile, with its events. Every change of a condition
 * is an event.
 */
final class StatusDraft {
  private static final String IN_PROGRESS = "StartupPolicyInProgress";
  private static final String STARTED = "StartupPolicyCompleted";

  private final JobSetStatus status;
  private final String now;
  private final List<PendingEvent> notices = new ArrayList<>();
  private final List<String> remarks = new ArrayList<>();
  private boolean changed;

  StatusDraft(JobSetStatus before, Instant now) {
    this.status = Json.copy(before);
    this.now = Timestamps.format(now);
  }

  JobSetStatus status() {
    return status;
  }

  /** The status, if it differs from the one before. */
  Optional<JobSetStatus> result() {
    return changed ? Optional.of(status) : Optional.empty();
  }

  List<PendingEvent> notices() {
    return List.copyOf(notices);
  }

  void notice(boolean warning, String reason, String message) {
    notices.add(new PendingEvent(warning, reason, message));
  }

  /** Something for the log: what was left out, and why. */
  void remark(String text) {
    remarks.add(text);
  }

  List<String> remarks() {
    return List.copyOf(remarks);
  }

  void counts(List<ReplicatedJobStatus> counts) {
    List<ReplicatedJobStatus> before = JobCounts.ordered(status.getReplicatedJobsStatus());
    if (!Json.MAPPER.valueToTree(before).equals(Json.MAPPER.valueToTree(counts))) {
      status.setReplicatedJobsStatus(new ArrayList<>(counts));
      changed = true;
    }
  }

  void suspended() {
    set(false, "Suspended", true, "SuspendedJobs", "jobset is suspended");
    notRestarting("JobSetSuspended", "jobset is suspended");
  }

  void resumed() {
    set(false, "Suspended", false, "ResumeJobs", "jobset is resumed");
  }

  void startupInProgress() {
    set(
        false,
        IN_PROGRESS,
        true,
        "InOrderStartupPolicyInProgress",
        "in order startup policy is in progress");
  }

  void startupCompleted() {
    set(
        false,
        STARTED,
        true,
        "InOrderStartupPolicyCompleted",
        "in order startup policy has completed");
  }

  /** One more attempt of the whole JobSet. */
  void restart(boolean counted, String reason, String message) {
    status.setRestarts(status.getRestarts() + 1);
    if (counted) {
      status.setRestartsCountTowardsMax(status.getRestartsCountTowardsMax() + 1);
    }
    changed = true;
    set(true, "RestartingJobSet", true, reason, message);
  }

  /** One more attempt of a single Job. */
  void restartJob(DesiredJobSet wanted, String replicated, int index, boolean counted) {
    ReplicatedJobStatus entry = JobRestarts.entry(status, replicated).orElseThrow();
    entry.setJobRestarts(JobRestarts.plusOne(JobRestarts.of(wanted, status, replicated), index));
    if (counted) {
      entry.setJobRestartsCountTowardsMax(
          JobRestarts.plusOne(JobRestarts.counted(wanted, status, replicated), index));
    }
    changed = true;
  }

  void allJobsReady() {
    notRestarting("JobsReady", "all jobs are ready");
  }

  void completed() {
    set(false, "Completed", true, "AllJobsCompleted", "jobset completed successfully");
    status.setTerminalState("Completed");
    notRestarting("JobSetCompleted", "jobset completed successfully");
  }

  void failed(String reason, String message) {
    set(true, "Failed", true, reason, message);
    status.setTerminalState("Failed");
    notRestarting("JobSetFailed", "jobset failed");
  }

  void inPlaceAttempts(Optional<Integer> previous, Optional<Integer> current) {
    previous.ifPresent(status::setPreviousInPlaceRestartAttempt);
    current.ifPresent(status::setCurrentInPlaceRestartAttempt);
    changed |= previous.isPresent() || current.isPresent();
  }

  /** The condition that ended the JobSet. */
  static Optional<Condition> finish(JobSetStatus status) {
    return status.getConditions().stream()
        .filter(c -> c.getType().equals("Completed") || c.getType().equals("Failed"))
        .filter(c -> c.getStatus().equals("True"))
        .findFirst();
  }

  private void notRestarting(String reason, String message) {
    set(false, "RestartingJobSet", false, reason, message);
  }

  /**
   * A condition appears only as true; a changed reason alone keeps the time; the two conditions of
   * the startup policy put each other out, and that alone is an event too.
   */
  private void set(boolean warning, String type, boolean on, String reason, String message) {
    Condition wanted =
        new ConditionBuilder()
            .withType(type)
            .withStatus(on ? "True" : "False")
            .withReason(reason)
            .withMessage(message)
            .withLastTransitionTime(now)
            .build();
    List<Condition> conditions = status.getConditions();
    boolean found = false;
    boolean differs = false;
    for (int i = 0; i < conditions.size(); i++) {
      Condition there = conditions.get(i);
      if (there.getType().equals(type)) {
        found = true;
        if (!there.getStatus().equals(wanted.getStatus())) {
          conditions.set(i, wanted);
          differs = true;
        } else if (!there.getReason().equals(reason) || !there.getMessage().equals(message)) {
          wanted.setLastTransitionTime(there.getLastTransitionTime());
          conditions.set(i, wanted);
          differs = true;
        }
      } else if (on && excludes(type, there.getType()) && there.getStatus().equals("True")) {
        there.setStatus("False");
        differs = true;
      }
    }
    if (!found && on) {
      conditions.add(wanted);
      differs = true;
    }
    if (differs) {
      changed = true;
      notice(warning, reason, message);
    }
  }

  private static boolean excludes(String one, String other) {
    return (one.equals(IN_PROGRESS) && other.equals(STARTED))
        || (one.equals(STARTED) && other.equals(IN_PROGRESS));
  }
}
