package io.coxswain.runtime.cache;

import io.coxswain.env.Task;
import org.jspecify.annotations.Nullable;

/** The state of one watch of a kind. Guarded by the lock of the kind's cache. */
final class Partition {
  final Selection selection;
  @Nullable Reflector reflector;
  @Nullable Task task;
  @Nullable Projection synced;

  /** The resourceVersion up to which all changes are applied. */
  long position = ResourceVersions.UNKNOWN;

  long lastConsistentFill = -1;

  Partition(Selection selection) {
    this.selection = selection;
  }

  boolean holds(Projection needed) {
    return synced == Projection.FULL || (synced != null && needed == Projection.METADATA);
  }
}
