package io.coxswain.kube.deployment;

import io.coxswain.api.ApiException;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.client.Owners;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.controller.Event;
import io.coxswain.runtime.controller.EventType;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Registers the Deployment controller. */
public final class DeploymentController {
  private DeploymentController() {}

  public static void register(Manager manager, DeploymentOptions options) {
    manager
        .controller("deployment")
        .kind(Deployment.class)
        .workers(options.workers())
        .watch(Deployment.class, watch -> watch.self())
        .watch(
            ReplicaSet.class,
            watch ->
                watch
                    .mapTo(DeploymentController::concerned)
                    .when(DeploymentController::mattersToSomebody))
        .watch(
            Pod.class,
            watch -> watch.mapTo(DeploymentController::waitingForItsEnd).only(EventType.DELETED))
        .reconcile(
            new DeploymentReconciler(
                manager.client().fieldOwner("kube-controller-manager"),
                manager.recorder("deployment-controller")));
  }

  private static Collection<ObjectKey> concerned(ReplicaSet set, Reader cache) throws ApiException {
    Optional<OwnerReference> owner = Owners.controllerOf(set);
    if (owner.isPresent()) {
      return isDeployment(owner.get())
          ? List.of(ObjectKey.of(set).sibling(owner.get().getName()))
          : List.of();
    }
    if (set.getMetadata().getDeletionTimestamp() != null) {
      return List.of();
    }
    return cache.list(Deployment.class).in(set.getMetadata().getNamespace()).toList().stream()
        .filter(deployment -> selects(deployment, set))
        .map(ObjectKey::of)
        .toList();
  }

  private static boolean isDeployment(OwnerReference owner) {
    return owner.getKind().equals("Deployment");
  }

  private static boolean selects(Deployment deployment, HasMetadata object) {
    var selector = LabelSelector.of(deployment.getSpec().getSelector());
    return !selector.terms().isEmpty() && selector.test(object.getMetadata().getLabels());
  }

  /** A ReplicaSet without a controller may be adopted when it is created or its labels change. */
  private static boolean mattersToSomebody(Event<ReplicaSet> event) {
    boolean orphan = Owners.controllerOf(event.object()).isEmpty();
    return switch (event) {
      case Event.Created<ReplicaSet> created -> true;
      case Event.Deleted<ReplicaSet> deleted -> !orphan;
      case Event.Updated<ReplicaSet>(ReplicaSet old, ReplicaSet now) ->
          !orphan
              || Owners.controllerOf(old).isPresent()
              || !Objects.equals(old.getMetadata().getLabels(), now.getMetadata().getLabels());
    };
  }

  /** The Deployment with the strategy Recreate whose last old pod this was. */
  private static Collection<ObjectKey> waitingForItsEnd(Pod pod, Reader cache) throws ApiException {
    Optional<OwnerReference> owner = Owners.controllerOf(pod);
    if (owner.isEmpty() || !owner.get().getKind().equals("ReplicaSet")) {
      return List.of();
    }
    Optional<ReplicaSet> set =
        cache
            .get(ReplicaSet.class, ObjectKey.of(pod).sibling(owner.get().getName()))
            .filter(s -> s.getMetadata().getUid().equals(owner.get().getUid()));
    Optional<OwnerReference> above =
        set.flatMap(Owners::controllerOf).filter(DeploymentController::isDeployment);
    if (above.isEmpty() || !cache.list(Pod.class).controlledBy(set.get()).keys().isEmpty()) {
      return List.of();
    }
    ObjectKey key = ObjectKey.of(pod).sibling(above.get().getName());
    return cache
        .get(Deployment.class, key)
        .filter(d -> "Recreate".equals(d.getSpec().getStrategy().getType()))
        .map(d -> List.of(key))
        .orElse(List.of());
  }
}
