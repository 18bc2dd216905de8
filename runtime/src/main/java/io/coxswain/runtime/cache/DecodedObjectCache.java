package io.coxswain.runtime.cache;

import io.coxswain.env.Timers;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A bounded, expiring cache of the recently decoded objects of a kind, shared by all readers: an
 * object that several watches and reconciles read is decoded once. Entries are dropped when there
 * are too many and after some time, because a decoded object is several times as large as its JSON
 * and many have been replaced or deleted since.
 */
final class DecodedObjectCache {
  /** The expiry period: an entry that has been present at one sweep is dropped by the next. */
  static final Duration LOOK = Duration.ofSeconds(10);

  private final AtomicReferenceArray<Entry> ring;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicBoolean looking = new AtomicBoolean();
  private final boolean detectChanges;
  private final Timers timers;

  /** The number of additions at the last sweep; used only by the sweep. */
  private int seen;

  DecodedObjectCache(int size, boolean detectChanges, Timers timers) {
    this.ring = new AtomicReferenceArray<>(size);
    this.detectChanges = detectChanges;
    this.timers = timers;
  }

  boolean detectChanges() {
    return detectChanges;
  }

  void add(Entry entry) {
    drop(Math.floorMod(next.getAndIncrement(), ring.length()), entry);
    lookLater();
  }

  private void lookLater() {
    if (!looking.get() && looking.compareAndSet(false, true)) {
      timers.maintenance(LOOK, this::look);
    }
  }

  /**
   * Drops the entries that were present at the last sweep. An entry that is added concurrently in
   * the same slot may be dropped too; its next reader decodes the object again.
   */
  private void look() {
    int added = next.get();
    int fresh = Math.min(added - seen, ring.length());
    for (int i = 0; i < ring.length() - fresh; i++) { // the oldest entries come next
      drop(Math.floorMod(added + i, ring.length()), null);
    }
    seen = added;
    if (fresh > 0) {
      timers.maintenance(LOOK, this::look);
      return;
    }
    looking.set(false);
    if (next.get() != added) { // since the last sweep
      lookLater();
    }
  }

  private void drop(int place, @Nullable Entry instead) {
    Entry old = ring.getAndSet(place, instead);
    if (old != null && old != instead) {
      old.forget();
    }
  }
}
