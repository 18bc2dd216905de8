package io.coxswain.api;

import java.time.Duration;

/**
 * Times that objects state as a number of seconds. Many such fields accept any 64-bit number, but
 * neither an {@link java.time.Instant} nor a number of nanoseconds holds every sum of them, so more
 * than a hundred years count as a hundred years.
 */
public final class Seconds {
  private static final long MAX = Duration.ofDays(36_525).toSeconds();

  private Seconds() {}

  public static Duration of(long seconds) {
    return Duration.ofSeconds(Math.clamp(seconds, -MAX, MAX));
  }
}
