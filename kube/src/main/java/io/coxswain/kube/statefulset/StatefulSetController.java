package io.coxswain.kube.statefulset;

import io.coxswain.api.ApiException;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.common.PodBatches;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Owners;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.controller.Enqueuer;
import io.coxswain.runtime.controller.Event;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.Collection;
import java.util.List;

/** Registers the StatefulSet controller. */
public final class StatefulSetController {
  private StatefulSetController() {}

  public static void register(Manager manager, StatefulSetOptions options) {
    Client client = manager.client().fieldOwner("kube-controller-manager");
    manager
        .controller("statefulset")
        .kind(StatefulSet.class)
        .workers(options.workers())
        .watch(StatefulSet.class, watch -> watch.self())
        .watch(
            Pod.class, watch -> watch.handle((event, queue) -> enqueueSets(event, client, queue)))
        .watch(
            PersistentVolumeClaim.class,
            watch ->
                watch
                    .mapTo(StatefulSetController::waitingSets)
                    .when(StatefulSetController::wasLeftOver))
        .reconcile(
            new StatefulSetReconciler(client, manager.recorder("statefulset-controller"), options));
  }

  private static void enqueueSets(Event<Pod> event, Reader cache, Enqueuer<ObjectKey> queue)
      throws ApiException {
    for (Pod pod : event.states()) {
      PodBatches.enqueue(concernedSets(pod, cache), key -> sizeAtOnce(key, cache), queue);
    }
  }

  /** Pods of an ordered set change one at a time, so their events are not batched. */
  private static int sizeAtOnce(ObjectKey key, Reader cache) throws ApiException {
    return cache
        .get(StatefulSet.class, key)
        .filter(set -> "Parallel".equals(set.getSpec().getPodManagementPolicy()))
        .map(set -> Ordinals.of(set).count())
        .orElse(0);
  }

  private static Collection<ObjectKey> concernedSets(Pod pod, Reader cache) throws ApiException {
    var owner = Owners.controllerOf(pod);
    if (owner.isPresent()) {
      return owner.get().getKind().equals("StatefulSet")
          ? List.of(ObjectKey.of(pod).sibling(owner.get().getName()))
          : List.of();
    }
    return cache.list(StatefulSet.class).in(pod.getMetadata().getNamespace()).toList().stream()
        .filter(
            set ->
                LabelSelector.of(set.getSpec().getSelector()).test(pod.getMetadata().getLabels()))
        .filter(set -> Ordinals.of(set).isMember(pod))
        .map(ObjectKey::of)
        .toList();
  }

  private static boolean wasLeftOver(Event<PersistentVolumeClaim> event) {
    return event instanceof Event.Deleted<PersistentVolumeClaim>
        && Owners.of(event.object()).stream().anyMatch(owner -> owner.getKind().equals("Pod"));
  }

  /** A pod may wait for the deletion of its predecessor's claim. */
  private static Collection<ObjectKey> waitingSets(PersistentVolumeClaim claim, Reader cache)
      throws ApiException {
    return cache.list(StatefulSet.class).in(claim.getMetadata().getNamespace()).toList().stream()
        .filter(set -> mayHold(set, claim.getMetadata().getName()))
        .map(ObjectKey::of)
        .toList();
  }

  private static boolean mayHold(StatefulSet set, String claim) {
    String infix = "-" + set.getMetadata().getName() + "-";
    return StatefulPodFactory.claimTemplates(set).stream()
        .anyMatch(template -> claim.startsWith(template.getMetadata().getName() + infix));
  }
}
