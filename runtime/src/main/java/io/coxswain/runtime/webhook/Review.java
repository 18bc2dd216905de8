package io.coxswain.runtime.webhook;

/** A change for a validator to check. */
public sealed interface Review<T> {

  /** Creation of the object. */
  record Create<T>(T object) implements Review<T> {}

  /** Update of the object. */
  record Update<T>(T old, T object) implements Review<T> {}

  /** Deletion of the object. */
  record Delete<T>(T old) implements Review<T> {}
}
