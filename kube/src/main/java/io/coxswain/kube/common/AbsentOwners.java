package io.coxswain.kube.common;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Owners that the server was asked for in vain. A UID never comes back, so an answer stays true;
 * only the most recent are kept.
 */
public final class AbsentOwners {
  private static final int MAX_COUNT = 500;

  private record Owner(ResourceType type, ObjectKey key, String uid) {
    // By hand, as in its parts.
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
