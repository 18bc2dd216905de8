package io.coxswain.kube.common;

import io.fabric8.kubernetes.api.model.IntOrString;
import java.math.RoundingMode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An integer or a percentage of a total. */
public final class IntOrPercent {
  private static final Pattern PERCENT = Pattern.compile("([+-]?[0-9]{1,9})%");

  private IntOrPercent() {}

  public static boolean isPercent(IntOrString value) {
    return value.getStrVal() != null;
  }

  public static int roundedUp(IntOrString value, int total) {
    return scale(value, total, RoundingMode.CEILING);
  }

  public static int roundedDown(IntOrString value, int total) {
    return scale(value, total, RoundingMode.FLOOR);
  }

  /**
   * Resolves the value.
   *
   * @throws IllegalArgumentException if the text is not a percentage, with upstream's message
   */
  private static int scale(IntOrString value, int total, RoundingMode rounding) {
    if (!isPercent(value)) {
      return value.getIntVal() == null ? 0 : value.getIntVal();
    }
    String text = value.getStrVal();
    Matcher matcher = PERCENT.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          text.endsWith("%")
              ? "invalid value \"" + text + "\": not a number before the percent sign"
              : "invalid value for IntOrString: invalid type: string is not a percentage");
    }
    long hundredths = Long.parseLong(matcher.group(1)) * total;
    long scaled =
        rounding == RoundingMode.CEILING
            ? Math.ceilDiv(hundredths, 100)
            : Math.floorDiv(hundredths, 100);
    return Math.clamp(scaled, Integer.MIN_VALUE, Integer.MAX_VALUE);
  }
}
