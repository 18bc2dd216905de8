package io.coxswain.kube.gc;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Owners that the server was asked for in vain. A UID never comes back, so an answer stays true;
 * only the most recent are kept.
 */
final class AbsentOwners {
  private static final int MOST = 500;

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Item.Id, Boolean> absent =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Item.Id, Boolean> eldest) {
          return size() > MOST;
        }
      };

  void add(ResourceType type, ObjectKey key, String uid) {
    lock.lock();
    try {
      absent.put(new Item.Id(type, key, uid), true);
    } finally {
      lock.unlock();
    }
  }

  boolean has(ResourceType type, ObjectKey key, String uid) {
    lock.lock();
    try {
      return absent.get(new Item.Id(type, key, uid)) != null;
    } finally {
      lock.unlock();
    }
  }
}
