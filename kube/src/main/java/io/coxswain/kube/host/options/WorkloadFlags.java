package io.coxswain.kube.host.options;

import io.coxswain.runtime.flags.Flag;
import io.coxswain.runtime.flags.FlagSets;
import java.time.Duration;

/** Flags of workload controllers. */
public final class WorkloadFlags {
  public final Flag<Integer> deployments;
  public final Flag<Integer> statefulSets;
  public final Flag<Integer> daemonSets;
  public final Flag<Integer> replicaSets;
  public final Flag<Integer> replicationControllers;
  public final Flag<Integer> jobs;
  public final Flag<Integer> cronJobs;
  public final Flag<Integer> finishedJobs;
  public final Flag<Integer> autoscalers;
  public final Flag<Duration> autoscalerPeriod;
  public final Flag<Duration> downscaleStabilization;
  public final Flag<Double> autoscalerTolerance;
  public final Flag<Duration> cpuInitialization;
  public final Flag<Duration> initialReadiness;

  WorkloadFlags(FlagSets sets) {
    deployments =
        syncs(sets, "deployment-controller", "concurrent-deployment-syncs", "Deployments");
    statefulSets =
        syncs(sets, "statefulset-controller", "concurrent-statefulset-syncs", "StatefulSets");
    daemonSets =
        sets.set("daemonset-controller")
            .int32("concurrent-daemonset-syncs", 2, "Number of DaemonSets to sync concurrently.");
    replicaSets =
        syncs(sets, "replicaset-controller", "concurrent-replicaset-syncs", "ReplicaSets");
    replicationControllers =
        syncs(
            sets,
            "replicationcontroller-controller",
            "concurrent_rc_syncs",
            "ReplicationControllers");
    jobs = syncs(sets, "job-controller", "concurrent-job-syncs", "Jobs");
    cronJobs = syncs(sets, "cronjob-controller", "concurrent-cron-job-syncs", "CronJobs");
    finishedJobs =
        syncs(
            sets,
            "ttl-after-finished-controller",
            "concurrent-ttl-after-finished-syncs",
            "finished Jobs");
    var autoscaler = sets.set("horizontal-pod-autoscaler-controller");
    autoscalers =
        syncs(
            sets,
            "horizontal-pod-autoscaler-controller",
            "concurrent-horizontal-pod-autoscaler-syncs",
            "HorizontalPodAutoscalers");
    autoscalerPeriod =
        autoscaler.duration(
            "horizontal-pod-autoscaler-sync-period",
            "15s",
            "Interval between two syncs of a HorizontalPodAutoscaler.");
    downscaleStabilization =
        autoscaler.duration(
            "horizontal-pod-autoscaler-downscale-stabilization",
            "5m",
            "Scaling down uses the highest recommendation made within this window.");
    autoscalerTolerance =
        autoscaler.decimal(
            "horizontal-pod-autoscaler-tolerance",
            "float",
            0.1,
            "Relative deviation of a metric from its target below which no scaling happens.");
    cpuInitialization =
        autoscaler.duration(
            "horizontal-pod-autoscaler-cpu-initialization-period",
            "5m",
            "Time after a pod's start during which its CPU samples may be ignored.");
    initialReadiness =
        autoscaler.duration(
            "horizontal-pod-autoscaler-initial-readiness-delay",
            "30s",
            "Time after a pod's start during which changes of readiness count as its initial"
                + " readiness.");
  }

  private static Flag<Integer> syncs(FlagSets sets, String set, String flag, String kind) {
    return sets.set(set).int32(flag, 5, "Number of " + kind + " to sync concurrently.");
  }

  void check(Problems problems) {
    problems.positive(statefulSets, "concurrent-statefulset-syncs");
    problems.positive(daemonSets, "concurrent-daemonset-syncs");
    problems.positive(jobs, "concurrent-job-syncs");
    problems.positive(cronJobs, "concurrent-cron-job-syncs");
    problems.positive(autoscalers, "concurrent-horizontal-pod-autoscaler-syncs");
  }
}
