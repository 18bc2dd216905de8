package io.coxswain.kube.cronjob;

import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.Job;

/** Wires the CronJob controller. */
public final class CronJobController {
  private static final int WORKERS = 5;

  private CronJobController() {}

  public static void register(Manager manager) {
    manager
        .controller("cronjob")
        .kind(CronJob.class)
        .workers(WORKERS)
        .watch(CronJob.class, watch -> watch.self())
        .watch(Job.class, watch -> watch.controllerOf(CronJob.class))
        .reconcile(
            new CronJobReconciler(
                manager.client().fieldOwner("kube-controller-manager"),
                manager.recorder("cronjob-controller")));
  }
}
