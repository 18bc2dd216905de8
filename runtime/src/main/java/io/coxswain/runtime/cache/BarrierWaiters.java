package io.coxswain.runtime.cache;

import io.coxswain.api.ObjectKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Those who wait until the cache of a kind reflects their own writes. Guarded by the lock of the
 * kind's cache; callbacks are returned, to be called without it.
 */
final class BarrierWaiters {
  private final Store store;
  private final Partitions partitions;
  private final List<Waiter> waiters = new ArrayList<>();

  private record Waiter(ReadBarrier barrier, Runnable callback) {}

  BarrierWaiters(Store store, Partitions partitions) {
    this.store = store;
    this.partitions = partitions;
  }

  /** Whether the barrier is satisfied; if not, the callback waits until it is. */
  boolean passOrWait(ReadBarrier barrier, Runnable callback) {
    if (isSatisfied(barrier)) {
      return true;
    }
    waiters.add(new Waiter(barrier, callback));
    return false;
  }

  private boolean isSatisfied(ReadBarrier barrier) {
    if (partitions.wereFilledAfter(barrier.fill())) {
      return true;
    }
    if (partitions.position() < barrier.version()) {
      return false;
    }
    for (Map.Entry<ObjectKey, String> gone : barrier.gone().entrySet()) {
      Entry entry = store.get(gone.getKey());
      // An object that exists but is being deleted waits for its finalizers, whatever the response
      // was.
      if (entry != null && entry.uid().equals(gone.getValue()) && !entry.deleting()) {
        return false;
      }
    }
    return true;
  }

  /** Removes the waiters whose barriers are satisfied now; returns their callbacks. */
  List<Runnable> takeSatisfied() {
    if (waiters.isEmpty()) {
      return List.of();
    }
    var satisfied = new ArrayList<Runnable>();
    waiters.removeIf(
        waiter -> {
          boolean now = isSatisfied(waiter.barrier);
          if (now) {
            satisfied.add(waiter.callback);
          }
          return now;
        });
    return satisfied;
  }

  /** Removes all waiters; returns their callbacks. */
  List<Runnable> takeAll() {
    List<Runnable> all = waiters.stream().map(Waiter::callback).toList();
    waiters.clear();
    return all;
  }
}
