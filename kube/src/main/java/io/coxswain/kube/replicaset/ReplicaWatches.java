package io.coxswain.kube.replicaset;

import io.coxswain.api.ApiException;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Owners;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.controller.Event;
import io.coxswain.runtime.events.Recorder;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/** The watches of both kinds. */
final class ReplicaWatches<T extends HasMetadata> {
  private final ReplicaKind<T> kind;
  private final String name;

  private ReplicaWatches(ReplicaKind<T> kind) {
    this.kind = kind;
    this.name = ResourceType.of(kind.type()).kind();
  }

  static <T extends HasMetadata> void wire(
      Manager manager,
      String controller,
      ReplicaSetOptions options,
      ReplicaKind<T> kind,
      Recorder events) {
    Client client = manager.client().fieldOwner("kube-controller-manager");
    var watches = new ReplicaWatches<>(kind);
    manager
        .controller(controller)
        .kind(kind.type())
        .workers(options.workers())
        .watch(kind.type(), watch -> watch.self())
        .watch(
            Pod.class,
            watch -> watch.mapTo(watches::concerned).when(ReplicaWatches::mattersToSomebody))
        .reconcile(
            new ReplicaReconciler<>(client, events, kind, new DeletionAges(manager.instruments())));
  }

  private Collection<ObjectKey> concerned(Pod pod, Reader cache) throws ApiException {
    var owner = Owners.controllerOf(pod);
    if (owner.isPresent()) {
      return owner.get().getKind().equals(name)
          ? List.of(ObjectKey.of(pod).sibling(owner.get().getName()))
          : List.of();
    }
    if (pod.getMetadata().getDeletionTimestamp() != null) {
      return List.of();
    }
    return cache.list(kind.type()).in(pod.getMetadata().getNamespace()).toList().stream()
        .filter(object -> selects(object, pod))
        .map(ObjectKey::of)
        .toList();
  }

  private boolean selects(T object, Pod pod) {
    var selector = kind.view(object).getSpec().getSelector();
    return selector != null && LabelSelector.of(selector).test(pod.getMetadata().getLabels());
  }

  /** A pod without a controller may be adopted when it is created or its labels change. */
  private static boolean mattersToSomebody(Event<Pod> event) {
    boolean orphan = Owners.controllerOf(event.object()).isEmpty();
    return switch (event) {
      case Event.Created<Pod> created -> true;
      case Event.Deleted<Pod> deleted -> !orphan;
      case Event.Updated<Pod>(Pod old, Pod now) ->
          !orphan
              || Owners.controllerOf(old).isPresent()
              || !Objects.equals(old.getMetadata().getLabels(), now.getMetadata().getLabels());
    };
  }
}
