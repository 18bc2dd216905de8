package io.coxswain.runtime.cache;

import io.coxswain.api.fold.Body;
import io.coxswain.api.fold.CompressibleObjects;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The entries of a store as those that may be folded. */
final class CachedObjects implements CompressibleObjects<Entry> {
  private final Store store;
  private final ReentrantLock lock;

  /**
   * @param lock the one that guards the store
   */
  CachedObjects(Store store, ReentrantLock lock) {
    this.store = store;
    this.lock = lock;
  }

  @Override
  public List<Entry> after(@Nullable Entry last, int most) {
    lock.lock();
    try {
      return store.after(last, most);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Body body(Entry entry) {
    return entry.body();
  }

  @Override
  public void fold(Entry entry, Body folded) {
    lock.lock();
    try {
      store.fold(entry, folded);
    } finally {
      lock.unlock();
    }
  }
}
