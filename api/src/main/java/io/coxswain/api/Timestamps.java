package io.coxswain.api;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Times as they stand in API objects: RFC 3339, UTC, whole seconds. */
public final class Timestamps {
  private static final String SHAPE = "0000-00-00T00:00:00Z";

  private Timestamps() {}

  public static String format(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /**
   * Empty for an absent time.
   *
   * @throws java.time.format.DateTimeParseException if the text is not a time
   */
  public static Optional<Instant> parse(@Nullable String text) {
    return text == null || text.isEmpty() ? Optional.empty() : Optional.of(instant(text));
  }

  /**
   * The time of a field that is always set; fractions of seconds and offsets are accepted.
   *
   * @throws java.time.format.DateTimeParseException if the text is not a time
   */
  public static Instant instant(String text) {
    if (isPlain(text)) {
      try {
        return plain(text);
      } catch (DateTimeException e) {
        return OffsetDateTime.parse(text).toInstant(); // which names the field that is out of range
      }
    }
    return OffsetDateTime.parse(text).toInstant();
  }

  /**
   * Whether it has the form written by the API server; every reconcile of a pod and every apply
   * parses some, so it uses no formatter.
   */
  private static boolean isPlain(String text) {
    if (text.length() != SHAPE.length()) {
      return false;
    }
    for (int i = 0; i < SHAPE.length(); i++) {
      char c = text.charAt(i);
      if (SHAPE.charAt(i) == '0' ? c < '0' || c > '9' : c != SHAPE.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private static Instant plain(String text) {
    return LocalDateTime.of(
            Integer.parseInt(text, 0, 4, 10),
            Integer.parseInt(text, 5, 7, 10),
            Integer.parseInt(text, 8, 10, 10),
            Integer.parseInt(text, 11, 13, 10),
            Integer.parseInt(text, 14, 16, 10),
            Integer.parseInt(text, 17, 19, 10))
        .toInstant(ZoneOffset.UTC);
  }
}
