package io.coxswain.env;

import java.time.Duration;
import java.time.Instant;

/** Reads the time and waits for a later one. */
public interface Clock {

  /** The wall clock. It may jump; use it for timestamps that people and other systems read. */
  Instant now();

  /** Nanoseconds from an arbitrary origin, monotonic. Use it to measure durations. */
  long nanos();

  /** Waits for the given time. Returns immediately if the duration is zero or negative. */
  void sleep(Duration duration) throws CancelledException;
}
