package io.coxswain.runtime.cache;

import io.coxswain.api.ObjectKey;
import java.util.List;
import java.util.function.Consumer;

/**
 * The watches that together keep one kind: one, or one for each cached namespace. Guarded by the
 * lock of the kind's cache, except {@link #covers} and {@link #isTransformed}, which read only what
 * never changes.
 */
final class Partitions {
  private final List<Partition> all;

  Partitions(List<Selection> selections) {
    this.all = selections.stream().map(Partition::new).toList();
  }

  void forEach(Consumer<Partition> action) {
    all.forEach(action);
  }

  boolean covers(ObjectKey key) {
    return all.stream().anyMatch(p -> p.selection.covers(key));
  }

  /** Whether objects are changed before they are stored. */
  boolean isTransformed() {
    return all.stream().anyMatch(p -> p.selection.transform() != null);
  }

  /** Whether every watch has synced with this projection. */
  boolean hold(Projection needed) {
    for (Partition partition : all) {
      if (!partition.holds(needed)) {
        return false;
      }
    }
    return true;
  }

  /** The resourceVersion up to which all changes are applied, by the slowest watch. */
  long position() {
    long minimum = Long.MAX_VALUE;
    for (Partition partition : all) {
      minimum = Math.min(minimum, partition.position);
    }
    return minimum;
  }

  /** Whether every watch has been filled by a consistent read that began after that fill. */
  boolean wereFilledAfter(long fill) {
    return all.stream().allMatch(p -> p.lastConsistentFill > fill);
  }
}
