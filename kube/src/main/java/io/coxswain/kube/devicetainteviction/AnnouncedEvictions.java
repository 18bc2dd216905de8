package io.coxswain.kube.devicetainteviction;

import io.coxswain.api.ObjectKey;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/** The pods that are to be evicted. Bounded by the number of pods. */
final class AnnouncedEvictions {
  private final ReentrantLock lock = new ReentrantLock();
  private final TreeMap<ObjectKey, Announced> all = new TreeMap<>();

  /**
   * @param uid of the pod
   * @param eviction when and why it is to be evicted
   * @param tried whether its deletion has been requested; the event is recorded before
   */
  record Announced(String uid, DeviceEviction eviction, boolean tried) {

    /** The rules because of which the pod is to be evicted. */
    List<ObjectKey> rules() {
      return eviction.rules().stream().map(ObjectKey::of).toList();
    }
  }

  Optional<Announced> find(ObjectKey pod) {
    lock.lock();
    try {
      return Optional.ofNullable(all.get(pod));
    } finally {
      lock.unlock();
    }
  }

  void put(ObjectKey pod, Announced announced) {
    lock.lock();
    try {
      all.put(pod, announced);
    } finally {
      lock.unlock();
    }
  }

  void remove(ObjectKey pod) {
    lock.lock();
    try {
      all.remove(pod);
    } finally {
      lock.unlock();
    }
  }
}
