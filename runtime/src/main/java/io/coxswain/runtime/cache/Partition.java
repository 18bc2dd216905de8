package io.coxswain.runtime.cache;

import io.coxswain.env.Task;
import org.jspecify.annotations.Nullable;

/** What one watch brings to the cache of a kind. Used under the lock of that cache. */
final class Partition {
  final Selection selection;
  @Nullable Reflector reflector;
  @Nullable Task task;
  @Nullable Projection synced;

  /** All changes up to here are in. */
  long position = ResourceVersions.UNKNOWN;

  long lastConsistentFill = -1;

  Partition(Selection selection) {
    this.selection = selection;
  }

  boolean holds(Projection needed) {
    return synced == Projection.FULL || (synced != null && needed == Projection.METADATA);
  }
}
