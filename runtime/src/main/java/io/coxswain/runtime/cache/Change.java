package io.coxswain.runtime.cache;

/** A change of one object, as delivered to subscribers. */
public sealed interface Change {

  /**
   * An object was added.
   *
   * @param initial whether it existed when the subscription began
   */
  record Added(Entry now, boolean initial) implements Change {}

  /** An object was updated; the new state may even be another object (by UID) of the same name. */
  record Updated(Entry old, Entry now) implements Change {}

  /**
   * An object was deleted.
   *
   * @param stateUnknown whether the deletion was missed: {@code last} is the last observed state,
   *     not the final one
   */
  record Removed(Entry last, boolean stateUnknown) implements Change {}
}
