package io.coxswain.env;

import java.time.Duration;
import java.time.Instant;

/** What time it is, and waiting for a later one. */
public interface Clock {

  /** The wall clock. May jump; for timestamps that people and other machines read. */
  Instant now();

  /**
   * Nanoseconds from an arbitrary origin; never goes back. For measuring how long something took.
   */
  long nanos();

  /** Waits for the given time. A zero or negative duration returns at once. */
  void sleep(Duration duration) throws CancelledException;
}
