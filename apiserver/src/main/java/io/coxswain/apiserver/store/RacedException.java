package io.coxswain.apiserver.store;

/** Another writer changed the object since it was read. Read it again, or return a conflict. */
public final class RacedException extends Exception {
  RacedException() {
    super("the object has been changed since it was read");
  }
}
