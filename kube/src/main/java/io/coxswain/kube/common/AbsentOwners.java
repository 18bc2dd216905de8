package io.coxswain.kube.common;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A bounded cache of owners that the API server reported as not found. UIDs are never reused, so an
 * entry stays valid.
 */
public final class AbsentOwners {
  private static final int MAX_COUNT = 500;

  private record Owner(ResourceType type, ObjectKey key, String uid) {
    // Explicit, as in ObjectKey and ResourceType.
    @Override
    public boolean equals(Object other) {
      return other instanceof Owner owner
          && uid.equals(owner.uid)
          && key.equals(owner.key)
          && type.equals(owner.type);
    }

    @Override
    public int hashCode() {
      return 31 * key.hashCode() + uid.hashCode();
    }
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Owner, Boolean> absent =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Owner, Boolean> eldest) {
          return size() > MAX_COUNT;
        }
      };

  public void add(ResourceType type, ObjectKey key, String uid) {
    lock.lock();
    try {
      absent.put(new Owner(type, key, uid), true);
    } finally {
      lock.unlock();
    }
  }

  public boolean has(ResourceType type, ObjectKey key, String uid) {
    lock.lock();
    try {
      return absent.get(new Owner(type, key, uid)) != null;
    } finally {
      lock.unlock();
    }
  }
}
