package io.coxswain.cel;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Values as text. */
final class Texts {
  private Texts() {}

  /** What {@code string(value)} gives; null if it gives nothing. */
  static @Nullable String convert(Object value) {
    return switch (value) {
      case String text -> text;
      case Boolean _, Long _, Unsigned _ -> value.toString();
      case Double number -> number(number);
      case Bytes bytes -> bytes.toString();
      case Instant time -> Timestamps.text(time);
      case Duration duration -> Durations.text(duration);
      case TypeValue type -> type.name();
      case Addresses.Ip _, Addresses.Cidr _ -> value.toString();
      default -> null;
    };
  }

  static String of(Object value) {
    String text = convert(value);
    return text == null ? value.toString() : text;
  }

  /** The shortest form, with an exponent where Go writes one. */
  static String number(double value) {
    if (Double.isNaN(value)) {
      return "NaN";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "+Inf" : "-Inf";
    }
    if (value == 0) {
      return 1 / value < 0 ? "-0" : "0";
    }
    var decimal = new BigDecimal(Double.toString(value)).stripTrailingZeros();
    int exponent = decimal.precision() - decimal.scale() - 1;
    if (exponent >= -5 && exponent < 21) {
      return decimal.toPlainString();
    }
    String digits = decimal.unscaledValue().abs().toString();
    String mantissa = digits.length() > 1 ? digits.charAt(0) + "." + digits.substring(1) : digits;
    String power = Math.abs(exponent) < 10 ? "0" + Math.abs(exponent) : "" + Math.abs(exponent);
    return (value < 0 ? "-" : "") + mantissa + "e" + (exponent < 0 ? "-" : "+") + power;
  }
}
