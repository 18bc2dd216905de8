package io.coxswain.runtime.controller;

import java.time.Duration;

/** When to look at the key again, if nothing changes before. Failures are exceptions. */
public sealed interface Outcome {

  /** Nothing more to do until something changes. */
  record Done() implements Outcome {}

  /** Look again after the delay, whatever happens. */
  record After(Duration delay) implements Outcome {}

  /** Look again soon, with growing delay, as after a failure but without one. */
  record Again() implements Outcome {}

  static Outcome done() {
    return new Done();
  }

  static Outcome after(Duration delay) {
    return new After(delay);
  }

  static Outcome again() {
    return new Again();
  }
}
