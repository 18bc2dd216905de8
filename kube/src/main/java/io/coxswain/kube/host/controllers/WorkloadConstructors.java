package io.coxswain.kube.host.controllers;

import io.coxswain.api.ApiException;
import io.coxswain.kube.cronjob.CronJobController;
import io.coxswain.kube.job.JobController;
import io.coxswain.kube.job.JobOptions;
import io.coxswain.kube.ttl.TtlController;
import io.coxswain.runtime.manager.ManagerView;
import java.util.Optional;

/** Builds the controllers of workloads. */
final class WorkloadConstructors {
  private WorkloadConstructors() {}

  static Optional<Built> jobs(ControllerContext context) throws ApiException {
    ManagerView view = context.as("job-controller");
    JobOptions usual = JobOptions.byDefault();
    JobController.register(
        view,
        new JobOptions(
            context.options().workloads.jobs.get(),
            usual.batching(),
            usual.clearStartTimeOnSuspend()));
    return Built.of(view);
  }

  static Optional<Built> cronJobs(ControllerContext context) throws ApiException {
    ManagerView view = context.as("cronjob-controller");
    CronJobController.register(view, context.options().workloads.cronJobs.get());
    return Built.of(view);
  }

  static Optional<Built> finishedJobs(ControllerContext context) throws ApiException {
    ManagerView view = context.as("ttl-after-finished-controller");
    TtlController.register(view, context.options().workloads.finishedJobs.get());
    return Built.of(view);
  }
}
