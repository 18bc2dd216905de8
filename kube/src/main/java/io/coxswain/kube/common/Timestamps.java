package io.coxswain.kube.common;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Times as they stand in API objects: RFC 3339, UTC, whole seconds. */
public final class Timestamps {
  private Timestamps() {}

  public static String format(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** Empty for an absent time. */
  public static Optional<Instant> parse(@Nullable String text) {
    return text == null || text.isEmpty()
        ? Optional.empty()
        : Optional.of(OffsetDateTime.parse(text).toInstant());
  }
}
