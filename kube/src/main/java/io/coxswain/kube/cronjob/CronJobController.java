package io.coxswain.kube.cronjob;

import io.coxswain.runtime.manager.Manager;
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
                manager.recorder("cronjob-controller")));
  }
}
