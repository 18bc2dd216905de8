package io.coxswain.kube.gc;

import io.coxswain.api.ResourceType;
import io.coxswain.runtime.controller.EventType;
import io.coxswain.runtime.controller.Latest;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The ownership graph as observed by watches. Owners may be referenced before they are observed,
 * and events of different kinds are unordered. The graph only determines which objects to process,
 * never that an object is absent.
 */
final class OwnershipGraph {
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Item> items = new TreeMap<>();
  private final Map<String, SortedSet<String>> dependentsByOwner = new TreeMap<>();

  /**
   * The consequences of a change.
   *
   * @param look objects to process, in order
   * @param misplaced references to an owner in another namespace
   */
  record Noted(SortedSet<Item.Id> look, List<Misplaced> misplaced) {}

  /** An invalid reference, whose owner is in another namespace. */
  record Misplaced(Item dependent, OwnerReference reference) {}

  /** Applies an event. */
  Noted note(ResourceType type, Latest<GenericKubernetesResource> latest) {
    lock.lock();
    try {
      var noted = new Noted(new TreeSet<>(), new ArrayList<>());
      String uid = latest.object().getMetadata().getUid();
      if (!latest.uidBefore().equals(uid)) {
        remove(latest.uidBefore(), noted);
      }
      if (latest.type() == EventType.DELETED) {
        remove(uid, noted);
      } else {
        put(Item.of(type, latest.object()), noted);
      }
      return noted;
    } finally {
      lock.unlock();
    }
  }

  /** Removes all objects of a kind that is no longer served. */
  Noted forget(ResourceType type) {
    lock.lock();
    try {
      var noted = new Noted(new TreeSet<>(), new ArrayList<>());
      items.values().stream()
          .filter(item -> item.id().type().equals(type))
          .map(item -> item.id().uid())
          .toList()
          .forEach(uid -> remove(uid, noted));
      return noted;
    } finally {
      lock.unlock();
    }
  }

  Optional<Item> find(String uid) {
    lock.lock();
    try {
      return Optional.ofNullable(items.get(uid));
    } finally {
      lock.unlock();
    }
  }

  /** All known objects, by UID. */
  List<Item> all() {
    lock.lock();
    try {
      return List.copyOf(items.values());
    } finally {
      lock.unlock();
    }
  }

  /** The objects with these UIDs, with all of their direct and indirect owners and dependents. */
  List<Item> around(Collection<String> uids) {
    lock.lock();
    try {
      var found = new TreeMap<String, Item>();
      uids.forEach(uid -> collect(uid, found));
      return List.copyOf(found.values());
    } finally {
      lock.unlock();
    }
  }

  private void collect(String uid, Map<String, Item> found) {
    Item item = items.get(uid);
    if (item == null || found.putIfAbsent(uid, item) != null) {
      return;
    }
    item.owners().forEach(owner -> collect(owner.getUid(), found));
    dependents(uid).forEach(dependent -> collect(dependent.id().uid(), found));
  }

  /** The objects that reference the given UID as an owner, in order. */
  List<Item> dependentsOf(String uid) {
    lock.lock();
    try {
      return dependents(uid);
    } finally {
      lock.unlock();
    }
  }

  private List<Item> dependents(String uid) {
    var found = new ArrayList<Item>();
    for (String dependent : dependentsByOwner.getOrDefault(uid, new TreeSet<>())) {
      Item item = items.get(dependent);
      if (item != null) {
        found.add(item);
      }
    }
    return found;
  }

  private void put(Item item, Noted noted) {
    String uid = item.id().uid();
    Item old = items.put(uid, item);
    if (old != null) {
      unlink(old);
      lookAtWaitingOwners(old, noted);
    }
    link(item);
    for (OwnerReference reference : item.owners()) {
      Item owner = items.get(reference.getUid());
      if (owner != null && !owner.isInReachOf(item.id().key().namespace())) {
        boolean isNew = old == null || !old.owners().contains(reference);
        if (isNew) {
          noted.misplaced.add(new Misplaced(item, reference));
        }
      }
    }
    if (isWorthALook(item)) {
      noted.look.add(item.id());
    }
    boolean firstSeen = old == null;
    boolean nowForeground = item.foreground() && (old == null || !old.foreground());
    if (firstSeen || nowForeground) {
      lookAtDependents(item, nowForeground, noted);
    }
  }

  private void lookAtDependents(Item item, boolean all, Noted noted) {
    for (Item dependent : dependents(item.id().uid())) {
      String namespace = dependent.id().key().namespace();
      for (OwnerReference reference : dependent.owners()) {
        if (!reference.getUid().equals(item.id().uid())) {
          continue;
        }
        if (!item.isInReachOf(namespace)) {
          noted.misplaced.add(new Misplaced(dependent, reference));
        }
        if (all || !item.isMeantBy(reference, namespace)) {
          noted.look.add(dependent.id());
        }
      }
    }
  }

  private void remove(String uid, Noted noted) {
    Item item = items.remove(uid);
    if (item == null) {
      return;
    }
    unlink(item);
    dependents(uid).forEach(dependent -> noted.look.add(dependent.id()));
    lookAtWaitingOwners(item, noted);
  }

  /** An owner that waits for its dependents may have one less to wait for. */
  private void lookAtWaitingOwners(Item item, Noted noted) {
    for (OwnerReference reference : item.owners()) {
      Item owner = items.get(reference.getUid());
      if (owner != null && owner.foreground()) {
        noted.look.add(owner.id());
      }
    }
  }

  private boolean isWorthALook(Item item) {
    if (item.deleting()) {
      return item.foreground() || item.orphaning();
    }
    return !isKept(item);
  }

  /** Whether the graph alone shows that every owner exists and is not being deleted. */
  boolean isKept(Item item) {
    lock.lock();
    try {
      for (OwnerReference reference : item.owners()) {
        Item owner = items.get(reference.getUid());
        if (owner == null
            || owner.foreground()
            || !owner.isMeantBy(reference, item.id().key().namespace())) {
          return false;
        }
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  private void link(Item item) {
    for (OwnerReference reference : item.owners()) {
      dependentsByOwner
          .computeIfAbsent(reference.getUid(), uid -> new TreeSet<>())
          .add(item.id().uid());
    }
  }

  private void unlink(Item item) {
    for (OwnerReference reference : item.owners()) {
      SortedSet<String> dependents = dependentsByOwner.get(reference.getUid());
      if (dependents != null) {
        dependents.remove(item.id().uid());
        if (dependents.isEmpty()) {
          dependentsByOwner.remove(reference.getUid());
        }
      }
    }
  }
}
