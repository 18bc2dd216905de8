package io.coxswain.api;

import java.math.BigDecimal;

/** The two notations in which Go programs write a 64-bit float: as text, and as JSON. */
public final class GoFloat {
  private static final int MAX_TEXT_EXPONENT = 6;
  private static final int MAX_JSON_EXPONENT = 21;
  private static final int MIN_TEXT_EXPONENT = -4;
  private static final int MIN_JSON_EXPONENT = -6;

  private GoFloat() {}

  /** As in messages: {@code 1e+06}, {@code 0.5}, {@code -0}, {@code +Inf}. */
  public static String text(double value) {
    if (Double.isNaN(value)) {
      return "NaN";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "+Inf" : "-Inf";
    }
    return finite(value, MIN_TEXT_EXPONENT, MAX_TEXT_EXPONENT, 2);
  }

  /** As in JSON: {@code 1000000}, {@code 1e+21}, {@code 1e-7}; the value must be finite. */
  public static String json(double value) {
    return finite(value, MIN_JSON_EXPONENT, MAX_JSON_EXPONENT, 1);
  }

  private static String finite(double value, int min, int max, int exponentDigits) {
    if (value == 0) {
      return 1 / value < 0 ? "-0" : "0";
    }
    var decimal = new BigDecimal(Double.toString(value)).stripTrailingZeros();
    int exponent = decimal.precision() - decimal.scale() - 1;
    if (exponent >= min && exponent < max) {
      return decimal.toPlainString();
    }
    String digits = decimal.unscaledValue().abs().toString();
    String mantissa = digits.length() > 1 ? digits.charAt(0) + "." + digits.substring(1) : digits;
    String power = String.valueOf(Math.abs(exponent));
    // Go writes at least two digits of a positive exponent, also in JSON.
    boolean padded = power.length() < 2 && (exponentDigits == 2 || exponent > 0);
    return (value < 0 ? "-" : "")
        + mantissa
        + (exponent < 0 ? "e-" : "e+")
        + (padded ? "0" : "")
        + power;
  }
}
