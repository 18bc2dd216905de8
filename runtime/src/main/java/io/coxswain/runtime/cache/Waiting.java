package io.coxswain.runtime.cache;

import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Clock;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits at a bell for a condition. */
final class Waiting {
  private Waiting() {}

  /** Waits until the condition holds; false on timeout. */
  static boolean until(Bell bell, Clock clock, Duration atMost, BooleanSupplier condition)
      throws CancelledException {
    long deadline = clock.nanos() + atMost.toNanos();
    while (true) {
      long seen = bell.rings();
      if (condition.getAsBoolean()) {
        return true;
      }
      long remaining = deadline - clock.nanos();
      if (remaining <= 0) {
        return false;
      }
      bell.await(seen, Duration.ofNanos(remaining));
    }
  }
}
