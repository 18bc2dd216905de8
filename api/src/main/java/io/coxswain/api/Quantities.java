package io.coxswain.api;

import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Kubernetes resource quantities: parsing, arithmetic and the canonical form, which has no
 * fraction, the largest suffix that needs none and the kind of suffix (decimal, binary, exponent)
 * of the input. Amounts below a nano are rounded up.
 *
 * <p>Time and memory are bounded by the length of the text, regardless of its exponent: amounts
 * above 10<sup>1000</sup> count as 10<sup>1000</sup>, and a number with more than 1000 digits
 * before the point is rejected.
 */
public final class Quantities {
  public static final String MALFORMED =
      "quantities must match the regular expression"
          + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
  private static final String BAD_NUMBER = "unable to parse numeric part of quantity";
  private static final String BAD_SUFFIX = "unable to parse quantity's suffix";

  private static final List<String> BINARY = List.of("", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei");
  private static final List<String> DECIMAL =
      List.of("n", "u", "m", "", "k", "M", "G", "T", "P", "E");
  private static final String SUFFIX_LETTERS = "eEinumkKMGTP";
  private static final int NANO = 9;

  /**
   * The number of decimal digits that always fits into 64 bits; upstream keeps such texts
   * unchanged.
   */
  private static final int SHORT_DIGITS = 18;

  private static final int MAX_DIGITS = 1000;
  private static final BigDecimal MAX = BigDecimal.TEN.pow(MAX_DIGITS).setScale(NANO);
  private static final BigDecimal MIN_COUNT = BigDecimal.ONE.movePointLeft(NANO);
  private static final BigDecimal MAX_BINARY = BigDecimal.valueOf(Long.MAX_VALUE).setScale(NANO);
  private static final BigDecimal MAX_LONG = BigDecimal.valueOf(Long.MAX_VALUE);
  private static final int MAX_FAST_DIGITS = 18;
  private static final BigDecimal KIBI = BigDecimal.valueOf(1024);

  private Quantities() {}

  /** The value of a quantity; zero if the text is not a quantity. */
  public static BigDecimal value(String text) {
    try {
      return parse(text).value;
    } catch (IllegalArgumentException e) {
      return BigDecimal.ZERO;
    }
  }

  /** The value of a quantity; zero if it is absent or not a quantity. */
  public static BigDecimal value(@Nullable Quantity quantity) {
    return quantity == null ? BigDecimal.ZERO : value(quantity.toString());
  }

  /**
   * Whether upstream takes an amount for an integer. It looks at the lowest 64 bits of the
   * thousandths, so that an amount of many digits may seem to have a fraction.
   */
  public static boolean isInteger(BigDecimal value) {
    BigDecimal significant = value.stripTrailingZeros();
    if (significant.scale() > 0 || significant.precision() <= MAX_FAST_DIGITS) {
      return significant.scale() <= 0;
    }
    return significant.movePointRight(3).toBigInteger().longValue() % 1000 == 0;
  }

  /** The nearest 64-bit number; amounts beyond their range count as the largest one. */
  public static long saturated(BigDecimal value, RoundingMode rounding) {
    return value.setScale(0, rounding).min(MAX_LONG).max(MAX_LONG.negate()).longValueExact();
  }

  /** Rounded up to thousandths, like amounts of compute resources. */
  public static String roundedUp(String text) {
    return ROUNDED.of(text);
  }

  private static String roundUp(String text) {
    try {
      Parsed parsed = parse(text);
      BigDecimal rounded = parsed.value.setScale(3, RoundingMode.UP);
      return rounded.compareTo(parsed.value) == 0
          ? parsed.text
          : canonical(rounded.setScale(NANO), parsed.format);
    } catch (IllegalArgumentException e) {
      return text;
    }
  }

  /**
   * The value of a quantity.
   *
   * @throws IllegalArgumentException with upstream's message if the text is not a quantity
   */
  public static BigDecimal parsed(String text) {
    return parse(text).value;
  }

  /**
   * The canonical form of a quantity. Like upstream, keeps short texts that need no other suffix,
   * such as {@code 1.500}.
   *
   * @throws IllegalArgumentException with upstream's message if the text is not a quantity
   */
  public static String canonical(String text) {
    return parse(text).text;
  }

  /** The sum, in the format of the first unless that is zero. */
  public static String add(String a, String b) {
    return combine(a, b, 1);
  }

  public static String subtract(String a, String b) {
    return combine(a, b, -1);
  }

  public static String multiply(String quantity, int times) {
    Parsed parsed = parse(quantity);
    return canonical(capped(parsed.value.multiply(BigDecimal.valueOf(times))), parsed.format);
  }

  private static String combine(String a, String b, int sign) {
    try {
      Parsed left = parse(a);
      Parsed right = parse(b);
      BigDecimal value = capped(left.value.add(right.value.multiply(BigDecimal.valueOf(sign))));
      return canonical(value, left.value.signum() == 0 ? right.format : left.format);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(a + " or " + b + " is not a quantity", e);
    }
  }

  private enum Format {
    DECIMAL_SI,
    BINARY_SI,
    DECIMAL_EXPONENT
  }

  /**
   * @param value with nine decimal places
   * @param text the canonical form
   */
  private record Parsed(BigDecimal value, Format format, String text) {}

  private static final MemoizedFunction<Parsed> PARSED =
      new MemoizedFunction<>(128, text -> Scanner.of(text).read());
  private static final MemoizedFunction<String> ROUNDED =
      new MemoizedFunction<>(128, Quantities::roundUp);

  private static Parsed parse(String text) {
    return PARSED.of(text);
  }

  /**
   * The parts of a quantity.
   *
   * @param whole digits before the point without leading zeros, at least "0"
   * @param fraction digits after the point
   * @param digits the number of digits before the suffix, including leading zeros
   */
  private record Scanner(
      String text, boolean negative, String whole, String fraction, String suffix, int digits) {

    static Scanner of(String text) {
      if (text.isEmpty()) {
        throw new IllegalArgumentException(MALFORMED);
      }
      boolean signed = isSign(text, 0);
      int start = signed ? 1 : 0;
      while (start < text.length() && text.charAt(start) == '0') {
        start++;
      }
      int end = digits(text, start);
      String whole = start == end ? "0" : text.substring(start, end);
      int digits = end - (signed ? 1 : 0);
      String fraction = "";
      if (end < text.length() && text.charAt(end) == '.') {
        int after = digits(text, end + 1);
        fraction = text.substring(end + 1, after);
        digits += fraction.length();
        end = after;
      }
      int last = end;
      while (last < text.length() && SUFFIX_LETTERS.indexOf(text.charAt(last)) >= 0) {
        last++;
      }
      if (digits(text, isSign(text, last) ? last + 1 : last) < text.length()) {
        throw new IllegalArgumentException(MALFORMED);
      }
      return new Scanner(text, text.charAt(0) == '-', whole, fraction, text.substring(end), digits);
    }

    private static boolean isSign(String text, int at) {
      return at < text.length() && (text.charAt(at) == '+' || text.charAt(at) == '-');
    }

    private static int digits(String text, int from) {
      int end = from;
      while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
        end++;
      }
      return end;
    }

    Parsed read() {
      int binary = suffix.isEmpty() ? -1 : BINARY.indexOf(suffix);
      if (binary > 0) {
        return readBinary(10 * binary);
      }
      int decimal = DECIMAL.indexOf(suffix);
      return decimal >= 0
          ? readDecimal(3 * (decimal - 3), Format.DECIMAL_SI)
          : readDecimal(exponent(), Format.DECIMAL_EXPONENT);
    }

    /** Wraps around at 32 bits like upstream. */
    private int exponent() {
      try {
        if (suffix.charAt(0) == 'e' || suffix.charAt(0) == 'E') {
          return (int) Long.parseLong(suffix.substring(1));
        }
      } catch (NumberFormatException e) {
        // not an exponent
      }
      throw new IllegalArgumentException(BAD_SUFFIX);
    }

    private Parsed readDecimal(int exponent, Format format) {
      long scale = (long) exponent - fraction.length();
      boolean isShort = whole.length() + fraction.length() <= SHORT_DIGITS && scale >= -NANO;
      BigInteger number = number(isShort);
      if (number.signum() == 0) {
        return new Parsed(BigDecimal.ZERO.setScale(NANO), format, "0");
      }
      boolean isCanonical =
          scale % 3 == 0 && !(whole + fraction).endsWith("000") && !whole.startsWith("0");
      BigDecimal value = value(number, exponent);
      String canonical =
          isShort && isCanonical
              ? text
              : value.abs().compareTo(MAX) < 0
                  ? Quantities.canonical(value, format)
                  : powerOfThousand(number, scale);
      return new Parsed(value, format, canonical);
    }

    private Parsed readBinary(int exponent) {
      boolean isShort = fraction.isEmpty() && 15 - whole.length() - exponent * 3 / 10 - 1 >= 0;
      BigInteger number = number(isShort);
      BigDecimal value =
          new BigDecimal(number.shiftLeft(exponent), keptFraction().length())
              .setScale(NANO, RoundingMode.UP);
      BigDecimal size = value.abs();
      if (size.compareTo(MAX_BINARY) > 0) {
        value = negative ? MAX_BINARY.negate() : MAX_BINARY;
      }
      Format format =
          size.signum() != 0 && size.compareTo(BigDecimal.ONE) < 0
              ? Format.DECIMAL_SI
              : Format.BINARY_SI;
      String canonical =
          isShort && (number.abs().intValue() & 7) != 0
              ? text
              : Quantities.canonical(value, format);
      return new Parsed(value, format, canonical);
    }

    /**
     * Upstream's parser of short numbers accepts a missing number as zero, the other one does not.
     */
    private BigInteger number(boolean isShort) {
      if (whole.length() > MAX_DIGITS || (digits == 0 && !isShort)) {
        throw new IllegalArgumentException(BAD_NUMBER);
      }
      var number = new BigInteger(whole + keptFraction());
      return negative ? number.negate() : number;
    }

    /**
     * The fraction up to the maximum number of significant digits. If digits were cut off, the last
     * one is not zero, so that rounding up yields the same result.
     */
    private String keptFraction() {
      if (fraction.length() <= MAX_DIGITS) {
        return fraction;
      }
      boolean exact = fraction.chars().skip(MAX_DIGITS).allMatch(c -> c == '0');
      return fraction.substring(0, MAX_DIGITS) + (exact ? "" : "1");
    }

    private BigDecimal value(BigInteger number, int exponent) {
      var plain = new BigDecimal(number, keptFraction().length());
      long magnitude = (long) plain.precision() - plain.scale() + exponent;
      if (magnitude > MAX_DIGITS) {
        return negative ? MAX.negate() : MAX;
      }
      if (magnitude < -NANO) {
        return negative ? MIN_COUNT.negate() : MIN_COUNT;
      }
      return plain.scaleByPowerOfTen(exponent).setScale(NANO, RoundingMode.UP);
    }
  }

  private static BigDecimal capped(BigDecimal value) {
    if (value.abs().compareTo(MAX) <= 0) {
      return value;
    }
    return value.signum() < 0 ? MAX.negate() : MAX;
  }

  private static String canonical(BigDecimal value, Format format) {
    if (value.signum() == 0) {
      return "0";
    }
    return switch (format) {
      case DECIMAL_SI -> decimal(value);
      case DECIMAL_EXPONENT -> {
        BigDecimal plain = value.stripTrailingZeros();
        yield powerOfThousand(plain.unscaledValue(), -plain.scale());
      }
      case BINARY_SI -> {
        boolean integral = value.stripTrailingZeros().scale() <= 0;
        yield integral && value.abs().compareTo(KIBI) >= 0
            ? binary(value.toBigIntegerExact())
            : decimal(value);
      }
    };
  }

  private static String binary(BigInteger value) {
    int suffix = 0;
    while (suffix + 1 < BINARY.size() && value.getLowestSetBit() >= 10) {
      value = value.shiftRight(10);
      suffix++;
    }
    return value + BINARY.get(suffix);
  }

  private static String decimal(BigDecimal value) {
    int zeros = -value.stripTrailingZeros().scale();
    int power = Math.min(Math.floorDiv(zeros, 3) * 3, 18);
    return value.movePointLeft(power).toBigIntegerExact() + DECIMAL.get(power / 3 + 3);
  }

  /** A number times a power of ten, with an exponent that is a multiple of three. */
  private static String powerOfThousand(BigInteger number, long exponent) {
    BigDecimal plain = new BigDecimal(number).stripTrailingZeros();
    long zeros = exponent - plain.scale();
    long power = Math.floorDiv(zeros, 3L) * 3;
    BigInteger mantissa = plain.unscaledValue().multiply(BigInteger.TEN.pow((int) (zeros - power)));
    return mantissa + (power == 0 ? "" : "e" + power);
  }
}
