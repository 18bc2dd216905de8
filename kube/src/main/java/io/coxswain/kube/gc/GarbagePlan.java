package io.coxswain.kube.gc;

import io.coxswain.runtime.client.Deletion;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;

/** The decision for an object with owners, from the state of each owner. */
sealed interface GarbagePlan {
  Deletion ORPHANING =
      new Deletion(Optional.of(Deletion.Propagation.ORPHAN), OptionalLong.empty(), false);

  /** The state of an owner. */
  enum Owner {
    /** Exists and is not being deleted in the foreground. */
    SOLID,
    /** Exists, and waits for its dependents to be deleted. */
    WAITING,
    /** Does not exist: the server has no such object with that UID. */
    DANGLING
  }

  /** A reference and the state of its owner. */
  record Classified(OwnerReference reference, Owner owner) {}

  /** Keeps an object with existing owners, or without owner references. */
  record Keep() implements GarbagePlan {}

  /**
   * Keeps an object that has an existing owner, and removes references to the owners with these
   * UIDs.
   */
  record DropReferences(SortedSet<String> uids) implements GarbagePlan {}

  /**
   * Deletes an object without an existing owner.
   *
   * @param unblock first remove blockOwnerDeletion, because the object depends on itself
   */
  record Delete(Deletion how, boolean unblock) implements GarbagePlan {}

  /**
   * Decides.
   *
   * @param finalizers of the object
   * @param dependents of the object
   */
  static GarbagePlan of(List<Classified> owners, List<String> finalizers, List<Item> dependents) {
    if (owners.isEmpty()) {
      return new Keep();
    }
    boolean solid = owners.stream().anyMatch(o -> o.owner() == Owner.SOLID);
    boolean waiting = owners.stream().anyMatch(o -> o.owner() == Owner.WAITING);
    if (solid) {
      var lost = new TreeSet<String>();
      owners.stream()
          .filter(o -> o.owner() != Owner.SOLID)
          .forEach(o -> lost.add(o.reference().getUid()));
      return lost.isEmpty() ? new Keep() : new DropReferences(lost);
    }
    if (waiting && !dependents.isEmpty()) {
      return new Delete(Deletion.foreground(), dependents.stream().anyMatch(Item::foreground));
    }
    if (finalizers.contains(Item.ORPHAN_FINALIZER)) {
      return new Delete(ORPHANING, false);
    }
    return finalizers.contains(Item.FOREGROUND_FINALIZER)
        ? new Delete(Deletion.foreground(), false)
        : new Delete(Deletion.background(), false);
  }
}
