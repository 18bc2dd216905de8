package io.coxswain.cel.value;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Locale;

/** Points in time as text. */
public final class Timestamps {
  private static final long MIN_SECONDS = -62_135_596_800L;
  private static final long MAX_SECONDS = 253_402_300_799L;

  private Timestamps() {}

  /**
   * Reads a time of RFC 3339.
   *
   * @throws java.time.DateTimeException if it is none
   */
  public static Instant parse(String text) {
    return OffsetDateTime.parse(text.toUpperCase(Locale.ROOT)).toInstant();
  }

  /** Whether the year has four digits and is at least 1. */
  public static boolean isInRange(Instant time) {
    return time.getEpochSecond() >= MIN_SECONDS && time.getEpochSecond() <= MAX_SECONDS;
  }

  public static String text(Instant time) {
    String whole = Instant.ofEpochSecond(time.getEpochSecond()).toString();
    if (time.getNano() == 0) {
      return whole;
    }
    String fraction = String.format(Locale.ROOT, "%09d", time.getNano()).replaceAll("0+$", "");
    return whole.substring(0, whole.length() - 1) + "." + fraction + "Z";
  }
}
