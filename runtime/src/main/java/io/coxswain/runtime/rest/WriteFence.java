package io.coxswain.runtime.rest;

import io.coxswain.env.Binding;
import io.coxswain.env.CancelledException;

/**
 * Decides before each request that may write whether the current task may still send it. A
 * reconcile whose shard has another holder is thereby ended, even if its process was suspended for
 * longer than the lease and nothing has cancelled it yet.
 */
@FunctionalInterface
public interface WriteFence {
  /** Bound for the duration of a reconcile, in all its tasks. */
  Binding<WriteFence> CURRENT = new Binding<>();

  WriteFence OPEN = () -> true;

  boolean isOpen();

  /** The fence of the current task; open without one. */
  static WriteFence current() {
    return CURRENT.isBound() ? CURRENT.get() : OPEN;
  }

  /** Ends the task, as if it were cancelled, if it may not write any more. */
  default void check() throws CancelledException {
    if (!isOpen()) {
      throw new CancelledException();
    }
  }
}
