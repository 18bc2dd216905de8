package io.coxswain.api;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Quantities in canonical form: no fraction, the largest suffix that needs none, the kind of suffix
 * (decimal, binary, exponent) as written. Below a nano everything rounds up.
 */
public final class Quantities {
  public static final String MALFORMED =
      "quantities must match the regular expression"
          + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
  private static final Pattern FORM =
      Pattern.compile(
          "([+-]?)([0-9]*)(?:\\.([0-9]*))?(Ki|Mi|Gi|Ti|Pi|Ei|[numkMGTPE]|[eE][+-]?[0-9]+)?");
  private static final List<String> BINARY = List.of("", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei");
  private static final List<String> DECIMAL =
      List.of("n", "u", "m", "", "k", "M", "G", "T", "P", "E");
  private static final BigInteger KILO = BigInteger.valueOf(1000);

  private Quantities() {}

  /** The value of a quantity; of nothing, zero. */
  public static BigDecimal value(String text) {
    try {
      return parse(text).value;
    } catch (IllegalArgumentException e) {
      return BigDecimal.ZERO;
    }
  }

  /** Rounded up to thousandths, as amounts of resources are. */
  public static String roundedUp(String text) {
    return ROUNDED.of(text);
  }

  private static String roundUp(String text) {
    try {
      Parsed parsed = parse(text);
      BigDecimal rounded = parsed.value.setScale(3, RoundingMode.UP);
      return canonical(new Parsed(rounded.setScale(9), parsed.suffix));
    } catch (IllegalArgumentException e) {
      return text;
    }
  }

  /**
   * The value of a quantity.
   *
   * @throws IllegalArgumentException if the text is none
   */
  public static BigDecimal parsed(String text) {
    return parse(text).value;
  }

  private record Parsed(BigDecimal value, String suffix) {}

  private static final Remembered<Parsed> PARSED = new Remembered<>(128, Quantities::read);
  private static final Remembered<String> CANONICAL =
      new Remembered<>(128, text -> canonical(parse(text)));
  private static final Remembered<String> ROUNDED = new Remembered<>(128, Quantities::roundUp);

  private static Parsed parse(String text) {
    return PARSED.of(text);
  }

  private static Parsed read(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(MALFORMED);
    }
    String whole = matcher.group(2);
    String fraction = matcher.group(3) == null ? "" : matcher.group(3);
    String suffix = matcher.group(4) == null ? "" : matcher.group(4);
    if (whole.isEmpty() && fraction.isEmpty()) {
      throw new IllegalArgumentException(MALFORMED);
    }
    var number = new BigDecimal("0" + whole + "." + fraction + "0");
    BigDecimal value;
    if (BINARY.contains(suffix) && !suffix.isEmpty()) {
      value = number.multiply(BigDecimal.valueOf(2).pow(10 * BINARY.indexOf(suffix)));
    } else if (DECIMAL.contains(suffix)) {
      value = number.scaleByPowerOfTen(3 * (DECIMAL.indexOf(suffix) - 3));
    } else {
      value = number.scaleByPowerOfTen(Integer.parseInt(suffix.substring(1)));
    }
    value = value.setScale(9, RoundingMode.UP);
    return new Parsed(matcher.group(1).equals("-") ? value.negate() : value, suffix);
  }

  /**
   * The one way to write a quantity.
   *
   * @throws IllegalArgumentException if the text is none
   */
  public static String canonical(String text) {
    return CANONICAL.of(text);
  }

  /** The sum, in the kind of suffix of the first unless that is zero. */
  public static String add(String a, String b) {
    return combine(a, b, 1);
  }

  public static String subtract(String a, String b) {
    return combine(a, b, -1);
  }

  public static String multiply(String quantity, int times) {
    Parsed parsed = parse(quantity);
    return canonical(new Parsed(parsed.value.multiply(BigDecimal.valueOf(times)), parsed.suffix));
  }

  private static String combine(String a, String b, int sign) {
    try {
      Parsed left = parse(a);
      Parsed right = parse(b);
      BigDecimal value = left.value.add(right.value.multiply(BigDecimal.valueOf(sign)));
      return canonical(new Parsed(value, left.value.signum() == 0 ? right.suffix : left.suffix));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(a + " or " + b + " is no quantity", e);
    }
  }

  private static String canonical(Parsed parsed) {
    if (parsed.value.signum() == 0) {
      return "0";
    }
    BigInteger nanos = parsed.value.movePointRight(9).toBigIntegerExact();
    boolean integral = parsed.value.stripTrailingZeros().scale() <= 0;
    if (BINARY.contains(parsed.suffix) && !parsed.suffix.isEmpty() && integral) {
      return binary(parsed.value.toBigIntegerExact());
    }
    return decimal(nanos, !DECIMAL.contains(parsed.suffix) && !BINARY.contains(parsed.suffix));
  }

  private static String binary(BigInteger value) {
    if (value.abs().compareTo(BigInteger.valueOf(1024)) < 0) {
      return decimal(value.multiply(BigInteger.TEN.pow(9)), false);
    }
    int suffix = 0;
    while (suffix + 1 < BINARY.size() && value.getLowestSetBit() >= 10) {
      value = value.shiftRight(10);
      suffix++;
    }
    return value + BINARY.get(suffix);
  }

  private static String decimal(BigInteger nanos, boolean exponent) {
    int suffix = 0;
    while (suffix + 1 < DECIMAL.size()) {
      BigInteger[] parts = nanos.divideAndRemainder(KILO);
      if (parts[1].signum() != 0) {
        break;
      }
      nanos = parts[0];
      suffix++;
    }
    int power = 3 * (suffix - 3);
    return exponent ? nanos + (power == 0 ? "" : "e" + power) : nanos + DECIMAL.get(suffix);
  }
}
