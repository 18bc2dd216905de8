package io.coxswain.kube.cronjob;

import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code @every}: a fixed interval after the last time, in whole seconds. */
record EverySchedule(Duration period) implements Schedule {
  private static final Pattern PART = Pattern.compile("(\\d+(?:\\.\\d+)?)(h|ms|m|s|us|ns)");

  static EverySchedule parse(String text) {
    Matcher part = PART.matcher(text);
    double seconds = 0;
    int end = 0;
    while (part.find() && part.start() == end) {
      end = part.end();
      seconds += Double.parseDouble(part.group(1)) * secondsOf(part.group(2));
    }
    if (text.isEmpty() || end != text.length()) {
      throw new IllegalArgumentException("failed to parse duration @every " + text);
    }
    return new EverySchedule(Duration.ofSeconds(Math.max(1, (long) seconds)));
  }

  private static double secondsOf(String unit) {
    return switch (unit) {
      case "h" -> 3600;
      case "m" -> 60;
      case "s" -> 1;
      case "ms" -> 1e-3;
      case "us" -> 1e-6;
      default -> 1e-9;
    };
  }

  @Override
  public Optional<ZonedDateTime> next(ZonedDateTime after) {
    return Optional.of(after.truncatedTo(ChronoUnit.SECONDS).plus(period));
  }
}
