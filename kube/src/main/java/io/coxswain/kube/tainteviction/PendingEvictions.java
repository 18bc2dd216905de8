package io.coxswain.kube.tainteviction;

import io.coxswain.api.ObjectKey;
import java.time.Instant;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/** Pods that are due to be evicted, and when. */
final class PendingEvictions {
  private final ReentrantLock lock = new ReentrantLock();
  private final TreeMap<ObjectKey, Stay> stays = new TreeMap<>();

  /**
   * @param announced whether the event has been recorded, after which the pod is evicted in any
   *     case
   * @param evicted whether it has been evicted
   */
  record Stay(String uid, Instant until, boolean announced, boolean evicted) {}

  Optional<Stay> find(ObjectKey pod) {
    lock.lock();
    try {
      return Optional.ofNullable(stays.get(pod));
    } finally {
      lock.unlock();
    }
  }

  void put(ObjectKey pod, Stay stay) {
    lock.lock();
    try {
      stays.put(pod, stay);
    } finally {
      lock.unlock();
    }
  }

  void remove(ObjectKey pod) {
    lock.lock();
    try {
      stays.remove(pod);
    } finally {
      lock.unlock();
    }
  }
}
