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
   * @param backlogLimit how many commits a watcher may be behind before it is cut off
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
    return new Watcher(
        store, clock, backlogLimit, spec, first, store.logAfter(spec.collection(), from));
  }
}
