package io.coxswain.runtime.cache;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The objects of a kind that were decoded last, which all readers share: one that is read again and
 * again, by each watch and each pass, is decoded once. Older ones are forgotten, so the memory they
 * take is bounded.
 */
final class Recent {
  private final AtomicReferenceArray<Entry> ring;
  private final AtomicInteger next = new AtomicInteger();
  private final boolean detectChanges;

  Recent(int size, boolean detectChanges) {
    this.ring = new AtomicReferenceArray<>(size);
    this.detectChanges = detectChanges;
  }

  boolean detectChanges() {
    return detectChanges;
  }

  void add(Entry entry) {
    int place = Math.floorMod(next.getAndIncrement(), ring.length());
    Entry oldest = ring.getAndSet(place, entry);
    if (oldest != null && oldest != entry) {
      oldest.forget();
    }
  }
}
