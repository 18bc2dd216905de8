package io.coxswain.apiserver.rest;

import java.math.BigInteger;

/** Unsigned numbers of 64 bits as Go's {@code strconv.ParseUint} reads them. */
final class ParseUint {
  private static final int MAX_DIGITS = 20;
  private static final BigInteger LIMIT = BigInteger.ONE.shiftLeft(64);

  private ParseUint() {}

  static boolean isValid(String text) {
    return isNumber(text) && isInRange(text);
  }

  /** The error of Go for a text that is not valid. */
  static String problem(String text) {
    return "strconv.ParseUint: parsing \""
        + text
        + "\": "
        + (isNumber(text) ? "value out of range" : "invalid syntax");
  }

  private static boolean isNumber(String text) {
    return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  private static boolean isInRange(String digits) {
    int zeros = 0;
    while (zeros < digits.length() - 1 && digits.charAt(zeros) == '0') {
      zeros++;
    }
    return digits.length() - zeros <= MAX_DIGITS
        && new BigInteger(digits.substring(zeros)).compareTo(LIMIT) < 0;
  }
}
