package io.coxswain.runtime.controller;

import java.time.Duration;
import java.util.OptionalInt;

/** When to reconcile the key again if nothing changes before. Failures are exceptions. */
public sealed interface Outcome {

  /** No requeue until something changes. */
  record Done() implements Outcome {}

  /**
   * Requeue after the delay.
   *
   * @param priority of the next reconcile; that of the current one by default
   */
  record After(Duration delay, OptionalInt priority) implements Outcome {}

  /**
   * Requeue with backoff, without an error.
   *
   * @param priority of the next reconcile; that of the current one by default
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
