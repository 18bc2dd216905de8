package io.coxswain.apiserver.table;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Timestamps;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;

/** Durations in at most two units, the smaller one only while it matters. */
public final class Ages {
  private Ages() {}

  /** The time since an instant; {@code <unknown>} if there is none. */
  public static String since(JsonNode time, Instant now) {
    if (!time.isTextual()) {
      return "<unknown>";
    }
    try {
      return of(Duration.between(Timestamps.instant(time.asText()), now));
    } catch (DateTimeParseException e) {
      return "<invalid>";
    }
  }

  public static String of(Duration duration) {
    long seconds = duration.toSeconds();
    if (seconds < -1) {
      return "<invalid>";
    }
    if (seconds < 0) {
      return "0s";
    }
    if (seconds < 2 * 60) {
      return seconds + "s";
    }
    long minutes = seconds / 60;
    if (minutes < 10) {
      return pair(minutes, "m", seconds % 60, "s");
    }
    if (minutes < 3 * 60) {
      return minutes + "m";
    }
    long hours = minutes / 60;
    if (hours < 8) {
      return pair(hours, "h", minutes % 60, "m");
    }
    if (hours < 48) {
      return hours + "h";
    }
    long days = hours / 24;
    if (days < 8) {
      return pair(days, "d", hours % 24, "h");
    }
    if (days < 2 * 365) {
      return days + "d";
    }
    if (days < 8 * 365) {
      return pair(days / 365, "y", days % 365, "d");
    }
    return days / 365 + "y";
  }

  private static String pair(long large, String unit, long small, String smallUnit) {
    return small == 0 ? large + unit : large + unit + small + smallUnit;
  }
}
