package io.coxswain.runtime.controller;

/** What a watch saw of one object. */
public sealed interface Event<T> {

  /** The newest state known. */
  T object();

  /**
   * Seen for the first time.
   *
   * @param initial part of the first list, not a change
   */
  record Created<T>(T object, boolean initial) implements Event<T> {}

  /** Changed; old and new may be different objects (other UID) of the same name. */
  record Updated<T>(T old, T object) implements Event<T> {}

  /**
   * Gone.
   *
   * @param stateUnknown the deletion itself was missed: the object is the last state seen, not the
   *     final one
   */
  record Deleted<T>(T object, boolean stateUnknown) implements Event<T> {}
}
