package io.coxswain.kube.disruption;

import io.coxswain.api.ApiException;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.common.Scales;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.controller.Event;
import io.coxswain.runtime.events.Recorder;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.util.Collection;
import java.util.List;

/** Registers the disruption controller. */
public final class DisruptionController {
  private final Recorder events;

  private DisruptionController(Recorder events) {
    this.events = events;
  }

  public static void register(Manager manager) {
    Client client = manager.client().fieldOwner("kube-controller-manager");
    Recorder events = manager.recorder("controllermanager");
    var controller = new DisruptionController(events);
    manager
        .controller("disruption")
        .kind(PodDisruptionBudget.class)
        .watch(PodDisruptionBudget.class, watch -> watch.self())
        .watch(Pod.class, watch -> watch.mapTo(controller::concerned))
        .reconcile(
            new DisruptionReconciler(client, events, new Scales(client, manager.env().clock())));
    manager
        .controller("stale_pod_disruption")
        .kind(Pod.class)
        .watch(
            Pod.class,
            watch ->
                watch
                    .self()
                    .when(
                        event ->
                            !(event instanceof Event.Deleted<Pod>)
                                && StaleDisruptionReconciler.isMarked(event.object())))
        .reconcile(new StaleDisruptionReconciler(client));
  }

  /** All budgets that match the pod. Upstream updates only one of them. */
  private Collection<ObjectKey> concerned(Pod pod, Reader cache) throws ApiException {
    List<ObjectKey> budgets =
        cache.list(PodDisruptionBudget.class).in(pod.getMetadata().getNamespace()).toList().stream()
            .filter(budget -> covers(budget, pod))
            .map(ObjectKey::of)
            .toList();
    if (budgets.size() > 1) {
      events.warning(
          pod,
          "MultiplePodDisruptionBudgets",
          "Pod \"%s\"/\"%s\" matches multiple PodDisruptionBudgets.  Chose \"%s\" arbitrarily.",
          pod.getMetadata().getNamespace(),
          pod.getMetadata().getName(),
          budgets.getFirst().name());
    }
    return budgets;
  }

  private static boolean covers(PodDisruptionBudget budget, Pod pod) {
    var selector = budget.getSpec().getSelector();
    return selector != null && LabelSelector.of(selector).test(pod.getMetadata().getLabels());
  }
}
