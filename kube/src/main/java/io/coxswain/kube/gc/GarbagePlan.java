package io.coxswain.kube.gc;

import io.coxswain.runtime.client.Deletion;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;

/** What becomes of an object with owners, decided from what was found out about each of them. */
sealed interface GarbagePlan {
  Deletion ORPHANING =
      new Deletion(Optional.of(Deletion.Propagation.ORPHAN), OptionalLong.empty(), false);

  /** What was found out about an owner. */
  enum Owner {
    /** There, and there to stay. */
    SOLID,
    /** There, but waiting for its dependents to go before it. */
    WAITING,
    /** Gone: the server has no such object of that UID. */
    DANGLING
  }

  /** A reference and what it leads to. */
  record Classified(OwnerReference reference, Owner owner) {}

  /** It has an owner, or never had one. */
  record Keep() implements GarbagePlan {}

  /** It has an owner, but not all it names: those of these UIDs are struck off. */
  record DropReferences(SortedSet<String> uids) implements GarbagePlan {}

  /**
   * It has no owner left.
   *
   * @param unblock first stop blocking its owners: it depends on itself in a circle
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
