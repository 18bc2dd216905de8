package io.coxswain.apiserver.watch;

import io.coxswain.apiserver.store.CompactedException;
import io.coxswain.apiserver.store.Snapshot;
import io.coxswain.apiserver.store.Store;
import io.coxswain.env.Clock;
import java.util.ArrayDeque;

/** Opens watches on a store. */
public final class WatchHub {
  private final Store store;
  private final Clock clock;
  private final int backlogLimit;

  /**
   * @param backlogLimit the number of commits that a watch may lag behind before it is closed
   */
  public WatchHub(Store store, Clock clock, int backlogLimit) {
    this.store = store;
    this.clock = clock;
    this.backlogLimit = backlogLimit;
  }

  public Watcher open(WatchSpec spec) throws CompactedException {
    var first = new ArrayDeque<WatchEvent>();
    long from = spec.from();
    if (spec.initial()) {
      Snapshot snapshot = store.head();
      from = snapshot.revision();
      for (var object : snapshot.collection(spec.collection()).values()) {
        if (spec.selection().test(object)) {
          first.add(new WatchEvent.Change("ADDED", object));
        }
      }
      if (spec.markEndOfInitial()) {
        first.add(new WatchEvent.Bookmark(from, true));
      }
    }
    // A watch from a future revision starts at the head and skips events up to that revision.
    long start = Math.min(from, store.revision());
    return new Watcher(
        store, clock, backlogLimit, spec, first, store.logAfter(spec.collection(), start));
  }
}
