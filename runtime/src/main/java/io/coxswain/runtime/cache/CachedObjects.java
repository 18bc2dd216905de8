package io.coxswain.runtime.cache;

import io.coxswain.api.compression.Body;
import io.coxswain.api.compression.CompressibleObjects;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The entries of a store, for compression. */
final class CachedObjects implements CompressibleObjects<Entry> {
  private final Store store;
  private final ReentrantLock lock;

  /**
   * @param lock the lock that guards the store
   */
  CachedObjects(Store store, ReentrantLock lock) {
    this.store = store;
    this.lock = lock;
  }

  @Override
  public List<Entry> after(@Nullable Entry last, int limit) {
    lock.lock();
    try {
      return store.after(last, limit);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Body body(Entry entry) {
    return entry.body();
  }

  @Override
  public void compress(Entry entry, Body compressed) {
    lock.lock();
    try {
      store.compress(entry, compressed);
    } finally {
      lock.unlock();
    }
  }
}
