package io.coxswain.apiserver.kinds;

/** Resources that a write has allocated for its object before the object is committed. */
public interface Reservation {
  /** Nothing was allocated. */
  Reservation NONE = new Reservation() {};

  /** Called after the commit: keeps the allocation and releases what is no longer needed. */
  default void keep() {}

  /** Called when the object was rejected: releases the allocation. */
  default void cancel() {}
}
