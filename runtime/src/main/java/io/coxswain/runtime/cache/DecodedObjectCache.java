package io.coxswain.runtime.cache;

import io.coxswain.env.Timers;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The objects of a kind that were decoded last, which all readers share: one that is read again and
 * again, by each watch and each pass, is decoded once. Older ones are forgotten, both when there
 * are too many and after a while: a decoded object is several times its JSON, and many of them are
 * of objects that have been replaced or deleted since.
 */
final class DecodedObjectCache {
  /** Between two looks; what one has seen the next forgets. */
  static final Duration LOOK = Duration.ofSeconds(10);

  private final AtomicReferenceArray<Entry> ring;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicBoolean looking = new AtomicBoolean();
  private final boolean detectChanges;
  private final Timers timers;

  /** What had been added by the last look; the look's alone. */
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
      timers.chore(LOOK, this::look);
    }
  }

  /**
   * Forgets what the last look has seen. Should another be added in its place meanwhile, that is
   * forgotten too, and decoded again by its next reader.
   */
  private void look() {
    int added = next.get();
    int fresh = Math.min(added - seen, ring.length());
    for (int i = 0; i < ring.length() - fresh; i++) { // the oldest come next
      drop(Math.floorMod(added + i, ring.length()), null);
    }
    seen = added;
    if (fresh > 0) {
      timers.chore(LOOK, this::look);
      return;
    }
    looking.set(false);
    if (next.get() != added) { // since we looked
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
