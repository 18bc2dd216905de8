package io.coxswain.slurm.checks.activecheck;

import io.coxswain.api.slurm.ActiveCheck;
import io.coxswain.api.slurm.ActiveCheckStatus;
import io.coxswain.api.slurm.SlurmCluster;
import io.coxswain.slurm.values.Maintenance;
import java.util.Optional;
import java.util.function.Function;

/**
 * Whether a check can be set up.
 *
 * @param reason in one word, for the condition
 * @param error whether a user must fix something, rather than wait
 */
record Readiness(boolean ready, String reason, String message, boolean error) {
  static final Readiness READY =
      new Readiness(true, "Reconciled", "the CronJob is as the check says", false);

  static Readiness waiting(String reason, String message) {
    return new Readiness(false, reason, message, false);
  }

  static Readiness wrong(String reason, String message) {
    return new Readiness(false, reason, message, true);
  }

  /**
   * By the cluster and the checks that come before.
   *
   * @param others finds checks of the namespace by name
   */
  static Readiness of(
      ActiveCheck check, SlurmCluster cluster, Function<String, Optional<ActiveCheck>> others) {
    String name = cluster.getMetadata().getName();
    Maintenance maintenance = Maintenance.of(cluster.getSpec().getMaintenance());
    if (maintenance.active()) {
      return waiting(
          "ClusterMaintenance",
          "SlurmCluster %s: maintenance %s".formatted(name, maintenance.word()));
    }
    String phase = cluster.getStatus() == null ? null : cluster.getStatus().getPhase();
    if (!"Available".equals(phase)) {
      return waiting(
          "ClusterNotAvailable",
          "SlurmCluster %s: phase is %s".formatted(name, phase == null ? "not known yet" : phase));
    }
    for (String required : check.getSpec().getDependsOn()) {
      Optional<ActiveCheck> other = others.apply(required);
      if (other.isEmpty()) {
        return waiting(
            "DependencyMissing", "spec.dependsOn: there is no ActiveCheck " + required + " yet");
      }
      if (!isDone(other.get())) {
        return waiting(
            "DependencyNotComplete",
            "spec.dependsOn: ActiveCheck " + required + " is not complete");
      }
    }
    return READY;
  }

  /** A check that is not run at its creation may never run, so it does not block others. */
  private static boolean isDone(ActiveCheck check) {
    if (!Boolean.TRUE.equals(check.getSpec().getRunAfterCreation())) {
      return true;
    }
    ActiveCheckStatus status = check.getStatus();
    if (status == null) {
      return false;
    }
    if ("slurmJob".equals(check.getSpec().getCheckType())) {
      String run =
          status.getSlurmJobsStatus() == null
              ? null
              : status.getSlurmJobsStatus().getLastRunStatus();
      return "Complete".equals(run) || "Skipped".equals(run);
    }
    return status.getK8sJobsStatus() != null
        && status.getK8sJobsStatus().getLastJobStatus().equals("Complete");
  }
}
