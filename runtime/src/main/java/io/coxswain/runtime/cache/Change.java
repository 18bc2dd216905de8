package io.coxswain.runtime.cache;

/** What became of one object, as subscribers are told. */
public sealed interface Change {

  /**
   * There is an object that was not there before.
   *
   * @param initial it was there when the subscriber began to look
   */
  record Added(Entry now, boolean initial) implements Change {}

  /** An object is not what it was; it may even be another one (by UID) of the same name. */
  record Updated(Entry old, Entry now) implements Change {}

  /**
   * An object is gone.
   *
   * @param stateUnknown its deletion was missed: this is the last state seen, not the final one
   */
  record Removed(Entry last, boolean stateUnknown) implements Change {}
}
