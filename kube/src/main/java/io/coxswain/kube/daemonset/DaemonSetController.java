package io.coxswain.kube.daemonset;

import io.coxswain.api.ApiException;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.common.PodBatches;
import io.coxswain.kube.common.PodIndexes;
import io.coxswain.kube.common.Taints;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Owners;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.controller.Controller;
import io.coxswain.runtime.controller.Enqueuer;
import io.coxswain.runtime.controller.Event;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.ControllerRevision;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.DaemonSetStatus;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Registers the DaemonSet controller. */
public final class DaemonSetController {
  private DaemonSetController() {}

  public static void register(Manager manager, DaemonSetOptions options) {
    PodIndexes.byNode(manager);
    Client client = manager.client().fieldOwner("kube-controller-manager");
    Controller<ObjectKey> sets =
        manager
            .controller("daemonset")
            .kind(DaemonSet.class)
            .workers(options.workers())
            .watch(DaemonSet.class, watch -> watch.self())
            .watch(
                Pod.class,
                watch -> watch.handle((event, queue) -> enqueueSets(event, client, queue)))
            .watch(
                ControllerRevision.class,
                watch ->
                    watch
                        .mapTo(DaemonSetController::concernedSets)
                        .when(DaemonSetController::changesHistory))
            .reconcile(new DaemonSetReconciler(client, manager.recorder("daemonset-controller")));
    manager
        .controller("daemonset-node-updates")
        .kind(Node.class)
        .workers(options.workers())
        .watch(Node.class, watch -> watch.self().when(DaemonSetController::changesTheFit))
        .reconcile(new DaemonNodeReconciler(client, sets));
  }

  private static void enqueueSets(Event<Pod> event, Reader cache, Enqueuer<ObjectKey> queue)
      throws ApiException {
    for (Pod pod : event.states()) {
      PodBatches.enqueue(concernedSets(pod, cache), key -> size(key, cache), queue);
    }
  }

  private static int size(ObjectKey key, Reader cache) throws ApiException {
    return cache
        .get(DaemonSet.class, key)
        .map(DaemonSet::getStatus)
        .map(DaemonSetStatus::getDesiredNumberScheduled)
        .orElse(0);
  }

  private static Collection<ObjectKey> concernedSets(HasMetadata object, Reader cache)
      throws ApiException {
    var owner = Owners.controllerOf(object);
    if (owner.isPresent()) {
      return owner.get().getKind().equals("DaemonSet")
          ? List.of(ObjectKey.of(object).sibling(owner.get().getName()))
          : List.of();
    }
    Map<String, String> labels = object.getMetadata().getLabels();
    return cache.list(DaemonSet.class).in(object.getMetadata().getNamespace()).toList().stream()
        .filter(set -> LabelSelector.of(set.getSpec().getSelector()).test(labels))
        .map(ObjectKey::of)
        .toList();
  }

  /** Ignores the creation of revisions, which the reconciler does itself. */
  private static boolean changesHistory(Event<ControllerRevision> event) {
    return !(event instanceof Event.Created<ControllerRevision>)
        || Owners.controllerOf(event.object()).isEmpty();
  }

  private static boolean changesTheFit(Event<Node> event) {
    return switch (event) {
      case Event.Created<Node> created -> true;
      case Event.Deleted<Node> deleted -> false;
      case Event.Updated<Node>(Node old, Node now) ->
          !Objects.equals(old.getMetadata().getLabels(), now.getMetadata().getLabels())
              || !Taints.of(old).equals(Taints.of(now));
    };
  }
}
