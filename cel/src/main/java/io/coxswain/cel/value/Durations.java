package io.coxswain.cel.value;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Spans of time as text, the way Go writes them. */
public final class Durations {
  private static final Map<String, Long> UNITS =
      Map.of(
          "ns", 1L,
          "us", 1_000L,
          "µs", 1_000L,
          "μs", 1_000L,
          "ms", 1_000_000L,
          "s", 1_000_000_000L,
          "m", 60_000_000_000L,
          "h", 3_600_000_000_000L);
  private static final Pattern PART =
      Pattern.compile("([0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(ns|us|µs|μs|ms|s|m|h)");
  private static final Pattern WORDS =
      Pattern.compile("([0-9]+)\\s*([a-zµ]+)", Pattern.CASE_INSENSITIVE);

  /** Beyond this the arithmetic would cost more than a duration is worth. */
  private static final int MAX_LENGTH = 1_000;

  private static final BigDecimal MAX_NANOS = BigDecimal.valueOf(Long.MAX_VALUE);

  private Durations() {}

  /** Reads such as {@code 1h30m}; null if it is none. */
  public static @Nullable Duration parse(String text) {
    if (text.length() > MAX_LENGTH) {
      return null;
    }
    boolean negative = text.startsWith("-");
    String rest = negative || text.startsWith("+") ? text.substring(1) : text;
    if (rest.equals("0")) {
      return Duration.ZERO;
    }
    var matcher = PART.matcher(rest);
    BigDecimal nanos = BigDecimal.ZERO;
    int end = 0;
    while (end < rest.length() && matcher.find(end) && matcher.start() == end) {
      BigDecimal unit = BigDecimal.valueOf(UNITS.getOrDefault(matcher.group(2), 0L));
      nanos =
          nanos.add(
              new BigDecimal("0" + matcher.group(1) + (matcher.group(1).endsWith(".") ? "0" : ""))
                  .multiply(unit));
      end = matcher.end();
    }
    if (end == 0 || end < rest.length() || nanos.compareTo(MAX_NANOS) > 0) {
      return null;
    }
    Duration duration = Duration.ofNanos(nanos.setScale(0, RoundingMode.DOWN).longValue());
    return negative ? duration.negated() : duration;
  }

  /** As {@link #parse}, or a number with a word such as {@code 2 days}. */
  static Duration parseLoosely(String text) throws EvalException {
    Duration duration = parse(text);
    if (duration != null) {
      return duration;
    }
    var words = WORDS.matcher(text);
    if (words.matches()) {
      long seconds = secondsPer(words.group(2).toLowerCase(Locale.ROOT));
      if (seconds > 0 && words.group(1).length() < 10) {
        return Duration.ofSeconds(Long.parseLong(words.group(1)) * seconds);
      }
    }
    throw new EvalException("Invalid duration " + text + ": unable to parse " + text);
  }

  private static long secondsPer(String word) {
    return switch (word) {
      case "sec", "secs", "second", "seconds" -> 1;
      case "min", "mins", "minute", "minutes" -> 60;
      case "hr", "hrs", "hour", "hours" -> 3600;
      case "d", "day", "days" -> 86_400;
      case "w", "week", "weeks" -> 7 * 86_400;
      default -> 0;
    };
  }

  /** In seconds, as CEL writes it. */
  public static String text(Duration duration) {
    BigDecimal seconds =
        BigDecimal.valueOf(duration.getSeconds())
            .add(BigDecimal.valueOf(duration.getNano(), 9))
            .stripTrailingZeros();
    return seconds.toPlainString() + "s";
  }
}
