package io.coxswain.kube.common;

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

  /** Empty for an absent time. */
  public static Optional<Instant> parse(@Nullable String text) {
    return text == null || text.isEmpty()
        ? Optional.empty()
        : Optional.of(isPlain(text) ? plain(text) : OffsetDateTime.parse(text).toInstant());
  }

  /** As the API server writes it; every pass over a pod reads some, so it takes no formatter. */
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
