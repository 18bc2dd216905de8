package io.coxswain.kube.attachdetach;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What the controller knows beyond the caches. Thread-safe; bounded by the volumes that are used or
 * attached.
 *
 * <ul>
 *   <li>What a reconcile of a node leaves to the next one.
 *   <li>Reservations: the node to which an exclusive volume is being attached, until the cache
 *       shows it. Without them, two nodes could attach it at the same time.
 *   <li>Nodes that wait for an exclusive volume. A node enters before it looks where the volume is,
 *       so that no detachment is missed.
 *   <li>The volumes that a deleted node last had in use.
 * </ul>
 */
final class AttachmentMemory {
  private final ReentrantLock lock = new ReentrantLock();
  private final TreeMap<String, NodeMemory> nodes = new TreeMap<>();
  private final TreeMap<String, String> reservations = new TreeMap<>();
  private final TreeMap<String, TreeSet<String>> waiting = new TreeMap<>();
  private final TreeMap<String, SortedSet<String>> deletedNodes = new TreeMap<>();

  NodeMemory of(String node) {
    lock.lock();
    try {
      NodeMemory known = nodes.get(node);
      return known == null ? NodeMemory.empty() : known.copy();
    } finally {
      lock.unlock();
    }
  }

  /**
   * @param idle whether no volume is used by or attached to the node
   */
  void put(String node, NodeMemory memory, boolean idle) {
    lock.lock();
    try {
      if (memory.isEmpty()) {
        nodes.remove(node);
      } else {
        nodes.put(node, memory);
      }
      if (idle) {
        deletedNodes.remove(node);
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Reserves a volume for a node unless another node has it.
   *
   * @return the node that has it
   */
  String reserve(String volume, String node) {
    lock.lock();
    try {
      String holder = reservations.putIfAbsent(volume, node);
      return holder == null ? node : holder;
    } finally {
      lock.unlock();
    }
  }

  /** Ends the reservation if the node has it. */
  void unreserve(String volume, String node) {
    lock.lock();
    try {
      reservations.remove(volume, node);
    } finally {
      lock.unlock();
    }
  }

  List<String> reservedFor(String node) {
    lock.lock();
    try {
      var volumes = new ArrayList<String>();
      reservations.forEach(
          (volume, holder) -> {
            if (holder.equals(node)) {
              volumes.add(volume);
            }
          });
      return volumes;
    } finally {
      lock.unlock();
    }
  }

  void await(String volume, String node) {
    lock.lock();
    try {
      waiting.computeIfAbsent(volume, v -> new TreeSet<>()).add(node);
    } finally {
      lock.unlock();
    }
  }

  /** Makes the node wait for these volumes only. */
  void awaitOnly(Collection<String> volumes, String node) {
    lock.lock();
    try {
      waiting
          .entrySet()
          .removeIf(
              entry -> {
                if (!volumes.contains(entry.getKey())) {
                  entry.getValue().remove(node);
                }
                return entry.getValue().isEmpty();
              });
    } finally {
      lock.unlock();
    }
  }

  /** The nodes that wait for a volume. */
  List<String> waitingFor(String volume) {
    lock.lock();
    try {
      TreeSet<String> found = waiting.get(volume);
      return found == null ? List.of() : List.copyOf(found);
    } finally {
      lock.unlock();
    }
  }

  /** The nodes that wait for any volume. */
  List<String> waiting() {
    lock.lock();
    try {
      var all = new TreeSet<String>();
      waiting.values().forEach(all::addAll);
      return List.copyOf(all);
    } finally {
      lock.unlock();
    }
  }

  void deleted(String node, SortedSet<String> inUse) {
    lock.lock();
    try {
      deletedNodes.put(node, inUse);
    } finally {
      lock.unlock();
    }
  }

  void created(String node) {
    lock.lock();
    try {
      deletedNodes.remove(node);
    } finally {
      lock.unlock();
    }
  }

  /** What a node used when it was deleted, if this program saw it. */
  Optional<SortedSet<String>> usedByDeleted(String node) {
    lock.lock();
    try {
      return Optional.ofNullable(deletedNodes.get(node));
    } finally {
      lock.unlock();
    }
  }
}
