package io.coxswain.runtime.controller;

import java.time.Duration;
import java.util.OptionalInt;

/** When to look at the key again, if nothing changes before. Failures are exceptions. */
public sealed interface Outcome {

  /** Nothing more to do until something changes. */
  record Done() implements Outcome {}

  /**
   * Look again after the delay, whatever happens.
   *
   * @param priority of the next look; that of this one unless said
   */
  record After(Duration delay, OptionalInt priority) implements Outcome {}

  /**
   * Look again soon, with growing delay, as after a failure but without one.
   *
   * @param priority of the next look; that of this one unless said
   */
  record Again(OptionalInt priority) implements Outcome {}

  static Outcome done() {
    return new Done();
  }

  static Outcome after(Duration delay) {
    return new After(delay, OptionalInt.empty());
  }

  static Outcome after(Duration delay, int priority) {
    return new After(delay, OptionalInt.of(priority));
  }

  static Outcome again() {
    return new Again(OptionalInt.empty());
  }

  static Outcome again(int priority) {
    return new Again(OptionalInt.of(priority));
  }
}
