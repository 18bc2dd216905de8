package io.coxswain.kube.gc;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.kube.common.AbsentOwners;
import io.coxswain.kube.common.Finalizers;
import io.coxswain.kube.common.Klog;
import io.coxswain.kube.gc.GarbagePlan.Classified;
import io.coxswain.kube.gc.GarbagePlan.Owner;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Deletion;
import io.coxswain.runtime.client.Owners;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Processes one object: deletes it if it has no owner, or waits for its dependents in a foreground
 * deletion.
 */
final class GarbageReconciler implements Reconciler<Item.Id> {
  private static final Klog log = Klog.of("garbage-collector-controller");

  private static final int MAX_CONCURRENCY = 16;

  private final Client client;
  private final OwnershipGraph graph;
  private final Supplier<Kinds> kinds;
  private final Consumer<Item.Id> lookAt;
  private final AbsentOwners absent = new AbsentOwners();

  /**
   * @param lookAt enqueues another object
   */
  GarbageReconciler(
      Client client, OwnershipGraph graph, Supplier<Kinds> kinds, Consumer<Item.Id> lookAt) {
    this.client = client;
    this.graph = graph;
    this.kinds = kinds;
    this.lookAt = lookAt;
  }

  @Override
  public Outcome reconcile(Item.Id id, Reconciliation pass) throws ApiException {
    Optional<Item> known = graph.find(id.uid());
    if (known.isEmpty() || (!known.get().deleting() && graph.isKept(known.get()))) {
      return Outcome.done();
    }
    if (isOnItsWay(known.get()) || (known.get().foreground() && isWaiting(id))) {
      return Outcome.done();
    }
    Optional<GenericKubernetesResource> live = fetch(id);
    if (live.isEmpty()) {
      // The watch event updates the graph, which then enqueues the dependents.
      return Outcome.done();
    }
    Item item = Item.of(id.type(), live.get());
    if (item.orphaning()) {
      orphanDependents(id, live.get(), pass);
      return Outcome.done();
    }
    if (item.foreground()) {
      log.info(
          2,
          "add item to attemptToDelete, because it's waiting for its dependents to be deleted",
          "item",
          id);
      if (!isWaiting(id)) {
        log.info(2, "remove DeleteDependents finalizer for item", "item", id);
        removeFinalizer(live.get(), Item.FOREGROUND_FINALIZER);
      }
      return Outcome.done();
    }
    return item.deleting() ? Outcome.done() : collect(id, live.get(), pass);
  }

  /** Whether the object is being deleted and waits for none of our finalizers. */
  private static boolean isOnItsWay(Item item) {
    return item.deleting() && !item.foreground() && !item.orphaning();
  }

  private Optional<GenericKubernetesResource> fetch(Item.Id id) throws ApiException {
    return client
        .live()
        .getMetadata(id.type(), id.key())
        .filter(o -> o.getMetadata().getUid().equals(id.uid()));
  }

  // ---- foreground deletion: blocking dependents are deleted first

  /** Whether blocking dependents exist according to the graph; enqueues them. */
  private boolean isWaiting(Item.Id id) {
    List<Item> blocking =
        graph.dependentsOf(id.uid()).stream().filter(d -> d.blocks(id.uid())).toList();
    blocking.stream()
        .filter(d -> !d.foreground() && !isOnItsWay(d))
        .forEach(
            d -> {
              log.info(
                  2,
                  "adding dependent to attemptToDelete, because its owner is deletingDependents",
                  "item",
                  id,
                  "dependent",
                  d.id());
              lookAt.accept(d.id());
            });
    return !blocking.isEmpty();
  }

  // ---- deletion that orphans dependents

  private void orphanDependents(Item.Id id, GenericKubernetesResource object, Reconciliation pass)
      throws ApiException {
    try (Reconciliation.Fork fork = pass.fork(MAX_CONCURRENCY)) {
      for (Item dependent : graph.dependentsOf(id.uid())) {
        fork.run(() -> dropReference(dependent.id(), id.uid()));
      }
    }
    removeFinalizer(object, Item.ORPHAN_FINALIZER);
  }

  private void dropReference(Item.Id dependent, String ownerUid) throws ApiException {
    Optional<GenericKubernetesResource> live = fetch(dependent);
    if (live.isPresent()) {
      patch(live.get(), o -> Owners.remove(o, ownerUid));
    }
  }

  // ---- deletion of objects without owners

  private Outcome collect(Item.Id id, GenericKubernetesResource object, Reconciliation pass)
      throws ApiException {
    log.info(2, "Processing item", "item", id, "virtual", false);
    if (Owners.of(object).isEmpty()) {
      log.info(2, "item doesn't have an owner, continue on next item", "item", id);
      return Outcome.done();
    }
    var owners = new ArrayList<Classified>();
    boolean unsure = false;
    for (OwnerReference reference : Owners.of(object)) {
      Optional<ResourceType> type = kinds.get().find(reference);
      if (type.isEmpty()) {
        pass.log()
            .atDebug()
            .addKeyValue("owner", reference)
            .log("Resource of owner is not served, will retry");
        return Outcome.again();
      }
      if (type.get().namespaced() && id.key().namespace().isEmpty()) {
        log.info(
            2,
            "item is cluster-scoped, but refers to a namespaced owner",
            "item",
            id,
            "owner",
            reference.getUid());
        return Outcome.done();
      }
      Owner owner = classify(id, reference, type.get());
      // Exists on the server, but has not been observed by a watch, so its deletion could go
      // unnoticed.
      unsure |= owner != Owner.DANGLING && graph.find(reference.getUid()).isEmpty();
      owners.add(new Classified(reference, owner));
    }
    List<Item> dependents = graph.dependentsOf(id.uid());
    var plan = GarbagePlan.of(owners, Finalizers.of(object), dependents);
    if (plan instanceof GarbagePlan.Delete
        && !dependents.isEmpty()
        && owners.stream().anyMatch(o -> o.owner() == Owner.WAITING)) {
      log.info(
          2,
          "at least one owner of item has FinalizerDeletingDependents, and the item itself has"
              + " dependents, so it is going to be deleted in Foreground",
          "item",
          id);
    }
    apply(plan, id, object);
    return unsure && plan instanceof GarbagePlan.Keep ? Outcome.again() : Outcome.done();
  }

  private Owner classify(Item.Id id, OwnerReference reference, ResourceType type)
      throws ApiException {
    Optional<Item> known = graph.find(reference.getUid());
    if (known.isPresent() && known.get().isMeantBy(reference, id.key().namespace())) {
      return known.get().foreground() ? Owner.WAITING : Owner.SOLID;
    }
    String namespace = type.namespaced() ? id.key().namespace() : "";
    ObjectKey key = ObjectKey.of(namespace, reference.getName());
    if (absent.has(type, key, reference.getUid())) {
      return Owner.DANGLING;
    }
    Optional<GenericKubernetesResource> live = fetch(new Item.Id(type, key, reference.getUid()));
    if (live.isEmpty()) {
      absent.add(type, key, reference.getUid());
      return Owner.DANGLING;
    }
    return Item.of(type, live.get()).foreground() ? Owner.WAITING : Owner.SOLID;
  }

  private void apply(GarbagePlan plan, Item.Id id, GenericKubernetesResource object)
      throws ApiException {
    switch (plan) {
      case GarbagePlan.Keep _ ->
          log.info(2, "item has at least one existing owner, will not garbage collect", "item", id);
      case GarbagePlan.DropReferences(SortedSet<String> uids) -> {
        log.info(
            2,
            "remove dangling references and waiting references for item",
            "item",
            id,
            "dangling",
            uids);
        patch(object, o -> uids.forEach(uid -> Owners.remove(o, uid)));
      }
      case GarbagePlan.Delete delete -> {
        log.info(2, "Deleting item", "item", id, "propagationPolicy", policy(delete.how()));
        if (delete.unblock()) {
          GenericKubernetesResource unblocked = patch(object, GarbageReconciler::unblock);
          client.delete(unblocked, delete.how());
        } else {
          // Owner references may have changed concurrently, so the resourceVersion is a
          // precondition.
          client.delete(object, delete.how().ifUnchanged());
        }
      }
    }
  }

  private static String policy(Deletion how) {
    return switch (how.propagation().orElse(null)) {
      case BACKGROUND -> "Background";
      case FOREGROUND -> "Foreground";
      case ORPHAN -> "Orphan";
      case null -> "";
    };
  }

  private static void unblock(GenericKubernetesResource object) {
    for (OwnerReference reference : Owners.of(object)) {
      if (Boolean.TRUE.equals(reference.getBlockOwnerDeletion())) {
        reference.setBlockOwnerDeletion(false);
      }
    }
  }

  private void removeFinalizer(GenericKubernetesResource object, String finalizer)
      throws ApiException {
    patch(object, o -> Finalizers.strip(o, finalizer));
  }

  /** Ignores objects that have been deleted. */
  private GenericKubernetesResource patch(
      GenericKubernetesResource object, Consumer<GenericKubernetesResource> edit)
      throws ApiException {
    try {
      return client.patch(object, edit);
    } catch (ApiException.NotFound e) {
      return object;
    }
  }
}
