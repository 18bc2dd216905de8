package io.coxswain.kube.host.controllers;

import io.coxswain.api.ApiException;
import io.coxswain.kube.autoscaling.AutoscalerController;
import io.coxswain.kube.autoscaling.AutoscalerOptions;
import io.coxswain.kube.cronjob.CronJobController;
import io.coxswain.kube.daemonset.DaemonSetController;
import io.coxswain.kube.daemonset.DaemonSetOptions;
import io.coxswain.kube.deployment.DeploymentController;
import io.coxswain.kube.deployment.DeploymentOptions;
import io.coxswain.kube.disruption.DisruptionController;
import io.coxswain.kube.host.options.WorkloadFlags;
import io.coxswain.kube.job.JobController;
import io.coxswain.kube.job.JobOptions;
import io.coxswain.kube.replicaset.ReplicaSetController;
import io.coxswain.kube.replicaset.ReplicaSetOptions;
import io.coxswain.kube.replicaset.ReplicationManager;
import io.coxswain.kube.resourceclaim.ResourceClaimController;
import io.coxswain.kube.resourceclaim.ResourceClaimOptions;
import io.coxswain.kube.statefulset.StatefulSetController;
import io.coxswain.kube.statefulset.StatefulSetOptions;
import io.coxswain.kube.ttl.TtlController;
import java.util.Optional;

/** Builds workload controllers. */
final class WorkloadConstructors {
  private WorkloadConstructors() {}

  private static WorkloadFlags flags(ControllerContext context) {
    return context.options().workloads;
  }

  static Optional<BuiltController> jobs(ControllerContext context) throws ApiException {
    JobOptions usual = JobOptions.byDefault();
    var options =
        new JobOptions(
            flags(context).jobs.get(), usual.batching(), usual.clearStartTimeOnSuspend());
    return BuiltController.on(
        context.as("job-controller"), m -> JobController.register(m, options));
  }

  static Optional<BuiltController> cronJobs(ControllerContext context) throws ApiException {
    return BuiltController.on(
        context.as("cronjob-controller"),
        m -> CronJobController.register(m, flags(context).cronJobs.get()));
  }

  static Optional<BuiltController> finishedJobs(ControllerContext context) throws ApiException {
    return BuiltController.on(
        context.as("ttl-after-finished-controller"),
        m -> TtlController.register(m, flags(context).finishedJobs.get()));
  }

  static Optional<BuiltController> deployments(ControllerContext context) throws ApiException {
    var options = new DeploymentOptions(flags(context).deployments.get());
    return BuiltController.on(
        context.as("deployment-controller"), m -> DeploymentController.register(m, options));
  }

  static Optional<BuiltController> replicaSets(ControllerContext context) throws ApiException {
    var options = new ReplicaSetOptions(flags(context).replicaSets.get());
    return BuiltController.on(
        context.as("replicaset-controller"), m -> ReplicaSetController.register(m, options));
  }

  static Optional<BuiltController> replicationControllers(ControllerContext context)
      throws ApiException {
    var options = new ReplicaSetOptions(flags(context).replicationControllers.get());
    return BuiltController.on(
        context.as("replication-controller"), m -> ReplicationManager.register(m, options));
  }

  static Optional<BuiltController> statefulSets(ControllerContext context) throws ApiException {
    var options =
        new StatefulSetOptions(
            flags(context).statefulSets.get(), context.gates().isOn("MaxUnavailableStatefulSet"));
    return BuiltController.on(
        context.as("statefulset-controller"), m -> StatefulSetController.register(m, options));
  }

  static Optional<BuiltController> autoscalers(ControllerContext context) throws ApiException {
    WorkloadFlags flags = flags(context);
    var options =
        new AutoscalerOptions(
            flags.autoscalers.get(),
            flags.autoscalerPeriod.get(),
            flags.downscaleStabilization.get(),
            flags.autoscalerTolerance.get(),
            flags.cpuInitialization.get(),
            flags.initialReadiness.get());
    return BuiltController.on(
        context.as("horizontal-pod-autoscaler"), m -> AutoscalerController.register(m, options));
  }

  static Optional<BuiltController> disruptions(ControllerContext context) throws ApiException {
    return BuiltController.on(context.as("disruption-controller"), DisruptionController::register);
  }

  static Optional<BuiltController> daemonSets(ControllerContext context) throws ApiException {
    var options = new DaemonSetOptions(flags(context).daemonSets.get());
    return BuiltController.on(
        context.as("daemon-set-controller"), m -> DaemonSetController.register(m, options));
  }

  static Optional<BuiltController> resourceClaims(ControllerContext context) throws ApiException {
    var options =
        new ResourceClaimOptions(
            context.gates().isOn("DRAAdminAccess"), context.gates().isOn("DRAPrioritizedList"));
    return BuiltController.on(
        context.as("resource-claim-controller"), m -> ResourceClaimController.register(m, options));
  }
}
