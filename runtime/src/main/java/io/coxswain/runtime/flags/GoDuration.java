package io.coxswain.runtime.flags;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations in Go's syntax: {@code 1h15m30s}, {@code 1.5s}, {@code 300ms}. */
public final class GoDuration {
  private static final Pattern NUMBER =
      Pattern.compile("(?:\\d+\\.?\\d*|\\.\\d+)([^\\d.]*).*", Pattern.DOTALL);
  private static final Pattern PART =
      Pattern.compile("(\\d+(?:\\.\\d*)?|\\.\\d+)(ns|us|µs|μs|ms|s|m|h)");
  private static final Map<String, Long> NANOS =
      Map.of(
          "ns", 1L,
          "us", 1_000L,
          "µs", 1_000L,
          "μs", 1_000L,
          "ms", 1_000_000L,
          "s", 1_000_000_000L,
          "m", 60_000_000_000L,
          "h", 3_600_000_000_000L);

  private GoDuration() {}

  public static Duration parse(String text) throws FlagException {
    String rest = text;
    boolean negative = rest.startsWith("-");
    if (negative || rest.startsWith("+")) {
      rest = rest.substring(1);
    }
    if (rest.equals("0")) {
      return Duration.ZERO;
    }
    BigDecimal nanos = BigDecimal.ZERO;
    Matcher part = PART.matcher(rest);
    int end = 0;
    while (end < rest.length() && part.find(end) && part.start() == end) {
      nanos =
          nanos.add(
              new BigDecimal(part.group(1))
                  .multiply(BigDecimal.valueOf(NANOS.getOrDefault(part.group(2), 0L))));
      end = part.end();
    }
    if (rest.isEmpty() || end < rest.length()) {
      throw new FlagException("time: " + problem(rest.substring(end)) + " \"" + text + "\"");
    }
    Duration parsed = Duration.ofNanos(nanos.longValue());
    return negative ? parsed.negated() : parsed;
  }

  /** Go's error message for the part that cannot be parsed. */
  private static String problem(String rest) {
    Matcher number = NUMBER.matcher(rest);
    if (!number.matches()) {
      return "invalid duration";
    }
    String unit = number.group(1);
    return unit.isEmpty()
        ? "missing unit in duration"
        : "unknown unit \"" + unit + "\" in duration";
  }

  /** Formats as Go does: {@code 12h0m0s}, {@code 1.5s}, {@code 300ms}, {@code 0s}. */
  public static String format(Duration duration) {
    long nanos = duration.toNanos();
    if (nanos == 0) {
      return "0s";
    }
    if (nanos < 0) {
      return "-" + format(duration.negated());
    }
    if (nanos < 1_000) {
      return nanos + "ns";
    }
    if (nanos < 1_000_000) {
      return decimal(nanos, 3) + "µs";
    }
    if (nanos < 1_000_000_000) {
      return decimal(nanos, 6) + "ms";
    }
    long minutes = nanos / 60_000_000_000L;
    String seconds = decimal(nanos % 60_000_000_000L, 9) + "s";
    if (minutes == 0) {
      return seconds;
    }
    return (minutes < 60 ? "" : minutes / 60 + "h") + minutes % 60 + "m" + seconds;
  }

  private static String decimal(long value, int shift) {
    BigDecimal shifted = BigDecimal.valueOf(value, shift).stripTrailingZeros();
    return shifted.scale() < 0 ? shifted.setScale(0).toPlainString() : shifted.toPlainString();
  }
}
