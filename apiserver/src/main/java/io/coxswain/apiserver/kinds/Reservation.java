package io.coxswain.apiserver.kinds;

/** What a write has taken for its object before the object is committed. */
public interface Reservation {
  /** Nothing was taken. */
  Reservation NONE = new Reservation() {};

  /** The object is committed: what was taken is kept, what is no longer needed is given back. */
  default void keep() {}

  /** The object was refused: what was taken is given back. */
  default void cancel() {}
}
