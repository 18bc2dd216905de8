package io.coxswain.cel.formats;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The format {@code duration}: a Go duration, or a text that contains at least one whole number
 * followed by a unit in any of its spellings, such as {@code 3 days}. As upstream, whatever else
 * such a text contains is ignored.
 */
final class DurationFormat {
  /** A Go duration is at most so many nanoseconds, about 292 years. */
  private static final BigDecimal MAX_NANOS = BigDecimal.valueOf(Long.MAX_VALUE);

  private static final FixedPattern GO =
      FixedPattern.of("[+-]?(([0-9]+(\\.[0-9]*)?|\\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+");

  private static final Pattern PART =
      Pattern.compile("([0-9]++)(\\.[0-9]*+)?(ns|us|µs|μs|ms|s|m|h)");

  /** Begins only where digits begin, so that a long row of digits is read once. */
  private static final Pattern AMOUNT =
      Pattern.compile("(?<![0-9])([0-9]++)[\\t\\n\\f\\r ]*+([A-Za-zµ]++)");

  /** The spellings of each unit; a word that only begins with the last one is accepted, too. */
  private static final List<List<String>> UNITS =
      List.of(
          List.of("ns", "nano"),
          List.of("us", "µs", "micro"),
          List.of("ms", "milli"),
          List.of("s", "sec"),
          List.of("m", "min"),
          List.of("h", "hr", "hour"),
          List.of("d", "day"),
          List.of("w", "wk", "week"));

  private DurationFormat() {}

  static boolean accepts(String text) {
    return isGoDuration(text) || hasAmount(text);
  }

  private static boolean isGoDuration(String text) {
    String unsigned = text.startsWith("-") || text.startsWith("+") ? text.substring(1) : text;
    if (unsigned.equals("0")) {
      return true;
    }
    if (!GO.matches(text)) {
      return false;
    }
    BigDecimal most = text.startsWith("-") ? MAX_NANOS.add(BigDecimal.ONE) : MAX_NANOS;
    BigDecimal nanos = BigDecimal.ZERO;
    Matcher parts = PART.matcher(unsigned);
    while (parts.find()) {
      // More digits do not fit; the others are few enough to be multiplied.
      if (significantDigits(parts.group(1)) > MAX_NANOS.precision()) {
        return false;
      }
      nanos = nanos.add(new BigDecimal(parts.group(1)).multiply(nanosOf(parts.group(3))));
      if (nanos.compareTo(most) > 0) {
        return false;
      }
    }
    return true;
  }

  private static int significantDigits(String digits) {
    int zeros = 0;
    while (zeros < digits.length() && digits.charAt(zeros) == '0') {
      zeros++;
    }
    return digits.length() - zeros;
  }

  private static BigDecimal nanosOf(String unit) {
    return BigDecimal.valueOf(
        switch (unit) {
          case "ns" -> 1L;
          case "us", "µs", "μs" -> 1_000L;
          case "ms" -> 1_000_000L;
          case "s" -> 1_000_000_000L;
          case "m" -> 60_000_000_000L;
          default -> 3_600_000_000_000L;
        });
  }

  private static boolean hasAmount(String text) {
    boolean found = false;
    Matcher amounts = AMOUNT.matcher(text);
    while (amounts.find()) {
      String digits = amounts.group(1);
      if (significantDigits(digits) > MAX_NANOS.precision()
          || new BigDecimal(digits).compareTo(MAX_NANOS) > 0) {
        return false; // upstream fails to parse the number
      }
      found |= isUnit(amounts.group(2).toLowerCase(Locale.ROOT));
    }
    return found;
  }

  private static boolean isUnit(String word) {
    return UNITS.stream()
        .anyMatch(
            spellings ->
                spellings.contains(word) || word.startsWith(spellings.get(spellings.size() - 1)));
  }
}
