package io.coxswain.cel.library;

import dev.cel.common.types.SimpleType;
import io.coxswain.cel.value.Bytes;
import io.coxswain.cel.value.Durations;
import io.coxswain.cel.value.EvalException;
import io.coxswain.cel.value.Texts;
import io.coxswain.cel.value.Timestamps;
import io.coxswain.cel.value.TypeValue;
import io.coxswain.cel.value.Unsigned;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** From one type to another. */
final class Conversions {
  private static final int MAX_NUMBER_LENGTH = 1_000;
  private static final BigInteger UNSIGNED_END = BigInteger.ONE.shiftLeft(64);

  private static final Pattern DIGITS = Pattern.compile("[0-9]+");
  private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]+");
  private static final Pattern DECIMAL =
      Pattern.compile("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?");
  private static final Pattern HEXADECIMAL =
      Pattern.compile("[+-]?0[xX]([0-9a-fA-F]+\\.?[0-9a-fA-F]*|\\.[0-9a-fA-F]+)[pP][+-]?[0-9]+");
  private static final Pattern INFINITE =
      Pattern.compile("[+-]?inf(inity)?", Pattern.CASE_INSENSITIVE);

  private Conversions() {}

  static void register(Library library) {
    library
        .global("int", "duration_to_int", SimpleType.INT, SimpleType.DURATION)
        .does("int", a -> toInt(a[0]))
        .does("uint", a -> toUint(a[0]))
        .does("double", a -> toDouble(a[0]))
        .does("bool", a -> toBool(a[0]))
        .does("bytes", a -> a[0] instanceof Bytes ? a[0] : Bytes.of(text(a[0], "bytes")))
        .does("string", a -> toText(a[0]))
        .does("timestamp", a -> toTimestamp(a[0]))
        .does("duration", a -> toDuration(a[0]));
  }

  private static String toText(Object value) throws EvalException {
    if (value instanceof Bytes bytes && !bytes.isText()) {
      throw new EvalException("invalid UTF-8 in bytes, cannot convert to string");
    }
    String text = Texts.convert(value);
    if (text == null) {
      throw noOverload(value, "string");
    }
    return text;
  }

  private static EvalException noOverload(Object value, String function) {
    return new EvalException(
        "no such overload: " + function + "(" + TypeValue.of(value).name() + ")");
  }

  private static String text(Object value, String function) throws EvalException {
    if (value instanceof String text) {
      return text;
    }
    throw noOverload(value, function);
  }

  private static EvalException impossible(Object value, String type) {
    return new EvalException(
        "type conversion error from '" + TypeValue.of(value).name() + "' to '" + type + "'");
  }

  private static EvalException outOfRange() {
    return new EvalException("integer overflow");
  }

  private static long toInt(Object value) throws EvalException {
    return switch (value) {
      case Long number -> number;
      case Unsigned number -> {
        if (number.bits() < 0) {
          throw outOfRange();
        }
        yield number.bits();
      }
      case Double number -> {
        if (number.isNaN() || number <= -0x1p63 || number >= 0x1p63) {
          throw outOfRange();
        }
        yield number.longValue();
      }
      case String text -> {
        try {
          if (!INTEGER.matcher(text).matches()) {
            throw impossible(value, "int");
          }
          yield Long.parseLong(text);
        } catch (NumberFormatException e) {
          throw impossible(value, "int");
        }
      }
      case Instant time -> time.getEpochSecond();
      case Duration duration -> duration.toNanos();
      default -> throw noOverload(value, "int");
    };
  }

  private static Unsigned toUint(Object value) throws EvalException {
    return switch (value) {
      case Unsigned number -> number;
      case Long number -> {
        if (number < 0) {
          throw new EvalException("unsigned integer overflow");
        }
        yield new Unsigned(number);
      }
      case Double number -> {
        if (number.isNaN() || number < 0 || number >= 0x1p64) {
          throw new EvalException("unsigned integer overflow");
        }
        yield new Unsigned(new BigDecimal(number).toBigInteger().longValue());
      }
      case String text -> {
        try {
          if (text.length() > MAX_NUMBER_LENGTH || !DIGITS.matcher(text).matches()) {
            throw impossible(value, "uint");
          }
          var number = new BigInteger(text);
          if (number.signum() < 0 || number.compareTo(UNSIGNED_END) >= 0) {
            throw impossible(value, "uint");
          }
          yield new Unsigned(number.longValue());
        } catch (NumberFormatException e) {
          throw impossible(value, "uint");
        }
      }
      default -> throw noOverload(value, "uint");
    };
  }

  private static double toDouble(Object value) throws EvalException {
    return switch (value) {
      case Double number -> number;
      case Long number -> (double) number;
      case Unsigned number -> number.toDouble();
      case String text -> {
        Double number = parseDouble(text);
        if (number == null) {
          throw impossible(value, "double");
        }
        yield number;
      }
      default -> throw noOverload(value, "double");
    };
  }

  /** Reads a number as Go does; null if it is none or too large. */
  private static @Nullable Double parseDouble(String text) {
    if (text.length() > MAX_NUMBER_LENGTH) {
      return null;
    }
    if (INFINITE.matcher(text).matches()) {
      return text.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }
    if (text.equalsIgnoreCase("nan")) {
      return Double.NaN;
    }
    if (!DECIMAL.matcher(text).matches() && !HEXADECIMAL.matcher(text).matches()) {
      return null;
    }
    double number = Double.parseDouble(text);
    return Double.isInfinite(number) ? null : number;
  }

  private static boolean toBool(Object value) throws EvalException {
    if (value instanceof Boolean truth) {
      return truth;
    }
    return switch (text(value, "bool")) {
      case "1", "t", "T", "TRUE", "true", "True" -> true;
      case "0", "f", "F", "FALSE", "false", "False" -> false;
      default -> throw impossible(value, "bool");
    };
  }

  private static Instant toTimestamp(Object value) throws EvalException {
    if (value instanceof Instant time) {
      return time;
    }
    try {
      if (value instanceof Long seconds) {
        Instant time = Instant.ofEpochSecond(seconds);
        if (!Timestamps.isInRange(time)) {
          throw new EvalException("timestamp overflow");
        }
        return time;
      }
      return Timestamps.parse(text(value, "timestamp"));
    } catch (DateTimeException e) {
      throw impossible(value, TypeValue.TIMESTAMP);
    }
  }

  private static Duration toDuration(Object value) throws EvalException {
    if (value instanceof Duration duration) {
      return duration;
    }
    if (value instanceof Long nanos) {
      return Duration.ofNanos(nanos);
    }
    Duration parsed = Durations.parse(text(value, "duration"));
    if (parsed == null) {
      throw impossible(value, TypeValue.DURATION);
    }
    return parsed;
  }
}
