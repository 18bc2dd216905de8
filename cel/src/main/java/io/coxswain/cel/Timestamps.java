package io.coxswain.cel;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Locale;

/** Points in time as text. */
final class Timestamps {
  private Timestamps() {}

  /**
   * Reads a time of RFC 3339.
   *
   * @throws java.time.DateTimeException if it is none
   */
  static Instant parse(String text) {
    return OffsetDateTime.parse(text.toUpperCase(Locale.ROOT)).toInstant();
  }

  static String text(Instant time) {
    String whole = Instant.ofEpochSecond(time.getEpochSecond()).toString();
    if (time.getNano() == 0) {
      return whole;
    }
    String fraction = String.format(Locale.ROOT, "%09d", time.getNano()).replaceAll("0+$", "");
    return whole.substring(0, whole.length() - 1) + "." + fraction + "Z";
  }
}
