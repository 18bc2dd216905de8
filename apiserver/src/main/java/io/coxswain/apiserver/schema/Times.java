package io.coxswain.apiserver.schema;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;

/** Points in time as the API writes them: UTC, whole seconds or exactly six digits. */
public final class Times {
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private Times() {}

  /** The canonical form of a time. */
  public static String canonical(String text, boolean micro) throws DecodeException {
    try {
      Instant instant = OffsetDateTime.parse(text.toUpperCase(Locale.ROOT)).toInstant();
      return (micro ? MICROS : SECONDS).format(instant);
    } catch (DateTimeParseException e) {
      throw new DecodeException(
          "parsing time \""
              + text
              + "\" as \""
              + (micro ? "2006-01-02T15:04:05.000000Z07:00" : "2006-01-02T15:04:05Z07:00")
              + "\": cannot parse \""
              + text
              + "\" as \"2006\"");
    }
  }
}
