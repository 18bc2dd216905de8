package io.coxswain.apiserver.rest;

import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.store.Stored;

/**
 * Follows up on the writes of some kinds within the same request, where upstream has a controller.
 * Every observer is notified of every successful write.
 */
interface WriteObserver {
  default void created(Target target, Stored object) {}

  /** After an update, patch or apply of the object in the path. */
  default void updated(Target target) {}

  /**
   * After a delete.
   *
   * @param removed whether the object has been removed; otherwise its deletion is pending
   */
  default void deleted(Target target, ObjectKey key, boolean removed) {}
}
