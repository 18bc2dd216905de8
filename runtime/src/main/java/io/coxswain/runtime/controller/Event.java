package io.coxswain.runtime.controller;

import java.util.List;

/** What a watch saw of one object. */
public sealed interface Event<T> {

  /** The newest state known. */
  T object();

  /** All states that the event carries: the old and the new one of an update, else the only one. */
  default List<T> states() {
    return this instanceof Updated<T>(T old, T now) ? List.of(old, now) : List.of(object());
  }

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
