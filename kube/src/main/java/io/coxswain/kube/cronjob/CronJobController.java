package io.coxswain.kube.cronjob;

import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.metrics.Instruments;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.Job;

/** Registers the CronJob controller. */
public final class CronJobController {
  private static final int WORKERS = 5;

  private CronJobController() {}

  public static void register(Manager manager) {
    register(manager, WORKERS);
  }

  public static void register(Manager manager, int workers) {
    manager
        .controller("cronjob")
        .kind(CronJob.class)
        .workers(workers)
        .watch(CronJob.class, watch -> watch.self())
        .watch(Job.class, watch -> watch.controllerOf(CronJob.class))
        .reconcile(
            new CronJobReconciler(
                manager.client().fieldOwner("kube-controller-manager"),
                manager.recorder("cronjob-controller"),
                manager
                    .instruments()
                    .histogram(
                        Instruments.Stability.STABLE,
                        "cronjob_controller_job_creation_skew_duration_seconds",
                        "Time between when a cronjob is scheduled to be run, and when the"
                            + " corresponding job is created",
                        Instruments.bounds(1, 2, 10))));
  }
}
