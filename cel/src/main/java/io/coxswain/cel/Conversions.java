package io.coxswain.cel;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** From one type to another. */
final class Conversions {
  private static final int MAX_NUMBER_LENGTH = 1_000;
  private static final BigInteger UNSIGNED_END = BigInteger.ONE.shiftLeft(64);

  private Conversions() {}

  static void register(Library library) {
    library
        .does("int", a -> toInt(a[0]))
        .does("uint", a -> toUint(a[0]))
        .does("double", a -> toDouble(a[0]))
        .does("bool", a -> toBool(a[0]))
        .does("bytes", a -> a[0] instanceof Bytes ? a[0] : Bytes.of(Library.text(a[0])))
        .does("string", a -> required(Texts.convert(a[0])))
        .does("timestamp", a -> toTimestamp(a[0]))
        .does("duration", a -> toDuration(a[0]));
  }

  private static Object required(@Nullable Object value) throws EvalException {
    if (value == null) {
      throw EvalException.noSuchOverload();
    }
    return value;
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
          yield Long.parseLong(text);
        } catch (NumberFormatException e) {
          throw impossible(value, "int");
        }
      }
      case Instant time -> time.getEpochSecond();
      case Duration duration -> duration.toNanos();
      default -> throw EvalException.noSuchOverload();
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
          if (text.length() > MAX_NUMBER_LENGTH) {
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
      default -> throw EvalException.noSuchOverload();
    };
  }

  private static double toDouble(Object value) throws EvalException {
    return switch (value) {
      case Double number -> number;
      case Long number -> (double) number;
      case Unsigned number -> number.toDouble();
      case String text -> {
        try {
          yield Double.parseDouble(text);
        } catch (NumberFormatException e) {
          throw impossible(value, "double");
        }
      }
      default -> throw EvalException.noSuchOverload();
    };
  }

  private static boolean toBool(Object value) throws EvalException {
    if (value instanceof Boolean truth) {
      return truth;
    }
    return switch (Library.text(value)) {
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
      return value instanceof Long seconds
          ? Instant.ofEpochSecond(seconds)
          : Timestamps.parse(Library.text(value));
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
    Duration parsed = Durations.parse(Library.text(value));
    if (parsed == null) {
      throw impossible(value, TypeValue.DURATION);
    }
    return parsed;
  }
}
