package io.coxswain.kube.ttl;

import io.coxswain.runtime.controller.Event;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.batch.v1.Job;

/** Registers the TTL-after-finished controller. */
public final class TtlController {
  private static final int WORKERS = 5;

  private TtlController() {}

  public static void register(Manager manager) {
    register(manager, WORKERS);
  }

  public static void register(Manager manager, int workers) {
    manager
        .controller("ttl_jobs_to_delete")
        .kind(Job.class)
        .workers(workers)
        .watch(
            Job.class,
            watch ->
                watch
                    .self()
                    .when(
                        event ->
                            !(event instanceof Event.Deleted<Job>)
                                && TtlPlan.mayExpire(event.object())))
        .reconcile(
            new TtlReconciler(
                manager.client().fieldOwner("kube-controller-manager"),
                new TtlMetrics(manager.instruments())));
  }
}
