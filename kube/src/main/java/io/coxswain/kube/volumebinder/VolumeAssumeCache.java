package io.coxswain.kube.volumebinder;

import io.coxswain.runtime.cache.ResourceVersions;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Volumes as this program wrote them last, until the cache shows that. A claim chooses among all
 * volumes, so it has to see what was written for others: which one is available by now, and which
 * one is taken. The runtime waits only for what was written for the claim itself.
 */
final class VolumeAssumeCache {
  private final ReentrantLock lock = new ReentrantLock();
  private final TreeMap<String, PersistentVolume> written = new TreeMap<>();

  /** Takes note of the answer to a write. */
  PersistentVolume wrote(PersistentVolume volume) {
    lock.lock();
    try {
      written.put(Volumes.name(volume), volume);
    } finally {
      lock.unlock();
    }
    return volume;
  }

  /** The volume as cached, or as written if that is newer. */
  PersistentVolume newest(PersistentVolume cached) {
    lock.lock();
    try {
      PersistentVolume own = written.get(Volumes.name(cached));
      if (own == null) {
        return cached;
      }
      boolean same = own.getMetadata().getUid().equals(cached.getMetadata().getUid());
      if (same && version(own) > version(cached)) {
        return own;
      }
      written.remove(Volumes.name(cached));
      return cached;
    } finally {
      lock.unlock();
    }
  }

  /** The volume is gone. */
  void forget(String name) {
    lock.lock();
    try {
      written.remove(name);
    } finally {
      lock.unlock();
    }
  }

  private static long version(PersistentVolume volume) {
    return ResourceVersions.parse(volume.getMetadata().getResourceVersion());
  }
}
