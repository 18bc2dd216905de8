package io.coxswain.runtime.controller;

import java.util.List;

/** An event of a watch for one object. */
public sealed interface Event<T> {

  /** The newest known state. */
  T object();

  /** All states that the event carries: the old and the new one of an update, else the only one. */
  default List<T> states() {
    return this instanceof Updated<T>(T old, T now) ? List.of(old, now) : List.of(object());
  }

  /**
   * The object was created, or existed when the watch began.
   *
   * @param initial whether it is part of the initial list
   */
  record Created<T>(T object, boolean initial) implements Event<T> {}

  /** The object was updated; old and new may be different objects (other UID) of the same name. */
  record Updated<T>(T old, T object) implements Event<T> {}

  /**
   * The object was deleted.
   *
   * @param stateUnknown whether the deletion itself was missed: the object is the last observed
   *     state, not the final one
   */
  record Deleted<T>(T object, boolean stateUnknown) implements Event<T> {}
}
