package io.coxswain.kube.volumebinder;

import io.coxswain.runtime.cache.ResourceVersions;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Volumes as last written, until the cache catches up. A claim selects among all volumes, so it
 * must see the volumes that were written for other claims; the runtime waits only for writes made
 * for the same claim.
 */
final class VolumeAssumeCache {
  private final ReentrantLock lock = new ReentrantLock();
  private final TreeMap<String, PersistentVolume> written = new TreeMap<>();

  /** Records the result of a write. */
  PersistentVolume wrote(PersistentVolume volume) {
    lock.lock();
    try {
      written.put(Volumes.name(volume), volume);
    } finally {
      lock.unlock();
    }
    return volume;
  }

  /** The cached volume, or the written one if it is newer. */
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

  /** Removes a deleted volume. */
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
