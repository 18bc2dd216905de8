package io.coxswain.kube.autoscaling;

import io.coxswain.kube.common.Scales;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;

/**
 * Registers the HorizontalPodAutoscaler controller. Each autoscaler is synced once per period;
 * changes do not trigger a sync.
 */
public final class AutoscalerController {
  private AutoscalerController() {}

  public static void register(Manager manager, AutoscalerOptions options) {
    Client client = manager.client().fieldOwner("kube-controller-manager");
    var scales = new Scales(client, manager.env().clock());
    manager
        .controller("horizontalpodautoscaler")
        .kind(HorizontalPodAutoscaler.class)
        .workers(options.workers())
        .watch(HorizontalPodAutoscaler.class, watch -> watch.self().delay(options.syncPeriod()))
        .reconcile(
            new AutoscalerReconciler(
                client,
                manager.recorder("horizontal-pod-autoscaler"),
                scales,
                options,
                new AutoscalerMetrics(manager.instruments()),
                manager.env().clock()));
  }
}
