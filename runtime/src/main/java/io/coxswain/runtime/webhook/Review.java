package io.coxswain.runtime.webhook;

/** What a validator is asked about. */
public sealed interface Review<T> {

  /** Somebody wants to create the object. */
  record Create<T>(T object) implements Review<T> {}

  /** Somebody wants to change the object. */
  record Update<T>(T old, T object) implements Review<T> {}

  /** Somebody wants to delete the object. */
  record Delete<T>(T old) implements Review<T> {}
}
