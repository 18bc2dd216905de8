package io.coxswain.cel.library;

import io.coxswain.cel.value.Bytes;
import io.coxswain.cel.value.EvalException;
import io.coxswain.cel.value.ListValue;
import io.coxswain.cel.value.Lists;
import io.coxswain.cel.value.MapValue;
import io.coxswain.cel.value.Timestamps;
import io.coxswain.cel.value.TypeValue;
import io.coxswain.cel.value.Unsigned;
import io.coxswain.cel.value.Values;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;

/** Arithmetic, comparison and membership: what {@code dev.cel} declares and leaves to us to do. */
public final class Operators {
  private Operators() {}

  static void register(Library library) {
    library
        .does("_==_", a -> Values.equal(a[0], a[1]))
        .does("_!=_", a -> !Values.equal(a[0], a[1]))
        .does("_<_", a -> Values.compare(a[0], a[1]) < 0)
        .does("_<=_", a -> Values.compare(a[0], a[1]) <= 0)
        .does("_>_", a -> Values.compare(a[0], a[1]) > 0)
        .does("_>=_", a -> Values.compare(a[0], a[1]) >= 0)
        .does("_+_", a -> plus(a[0], a[1]))
        .does("_-_", a -> minus(a[0], a[1]))
        .does("_*_", a -> times(a[0], a[1]))
        .does("_/_", a -> divided(a[0], a[1]))
        .does("_%_", a -> modulo(a[0], a[1]))
        .does("-_", a -> negated(a[0]))
        .does("!_", a -> !bool(a[0]))
        .does("@in", a -> in(a[0], a[1]))
        .does("size", a -> size(a[0]))
        .does("matches", a -> RegexFunctions.matches(Library.text(a[0]), Library.text(a[1])))
        .does("contains", a -> Search.first(Library.text(a[0]), Library.text(a[1]), 0) >= 0)
        .does("startsWith", a -> Library.text(a[0]).startsWith(Library.text(a[1])))
        .does("endsWith", a -> Library.text(a[0]).endsWith(Library.text(a[1])))
        .does("dyn", a -> a[0])
        .does("type", a -> TypeValue.of(a[0]));
  }

  private static EvalException overflow() {
    return new EvalException("integer overflow");
  }

  private static EvalException unsignedOverflow() {
    return new EvalException("unsigned integer overflow");
  }

  private static Instant bounded(Instant time) throws EvalException {
    if (!Timestamps.isInRange(time)) {
      throw new EvalException("timestamp overflow");
    }
    return time;
  }

  /** Durations are counted in nanoseconds. */
  private static Duration bounded(Duration duration) {
    return Duration.ofNanos(duration.toNanos());
  }

  public static boolean bool(Object value) throws EvalException {
    if (value instanceof Boolean truth) {
      return truth;
    }
    throw EvalException.noSuchOverload();
  }

  static Object plus(Object a, Object b) throws EvalException {
    try {
      if (a instanceof Long x && b instanceof Long y) {
        return Math.addExact(x, y);
      }
      if (a instanceof Double x && b instanceof Double y) {
        return x + y;
      }
      if (a instanceof Unsigned x && b instanceof Unsigned y) {
        long sum = x.bits() + y.bits();
        if (Long.compareUnsigned(sum, x.bits()) < 0) {
          throw unsignedOverflow();
        }
        return new Unsigned(sum);
      }
      if (a instanceof String x && b instanceof String y) {
        return x + y;
      }
      if (a instanceof Bytes x && b instanceof Bytes y) {
        return x.plus(y);
      }
      if (a instanceof ListValue x && b instanceof ListValue y) {
        return Lists.plus(x, y);
      }
      if (a instanceof Instant x && b instanceof Duration y) {
        return bounded(x.plus(y));
      }
      if (a instanceof Duration x && b instanceof Instant y) {
        return bounded(y.plus(x));
      }
      if (a instanceof Duration x && b instanceof Duration y) {
        return bounded(x.plus(y));
      }
    } catch (ArithmeticException | DateTimeException e) {
      throw overflow();
    }
    throw EvalException.noSuchOverload();
  }

  private static Object minus(Object a, Object b) throws EvalException {
    try {
      if (a instanceof Long x && b instanceof Long y) {
        return Math.subtractExact(x, y);
      }
      if (a instanceof Double x && b instanceof Double y) {
        return x - y;
      }
      if (a instanceof Unsigned x && b instanceof Unsigned y) {
        if (Long.compareUnsigned(x.bits(), y.bits()) < 0) {
          throw unsignedOverflow();
        }
        return new Unsigned(x.bits() - y.bits());
      }
      if (a instanceof Instant x && b instanceof Instant y) {
        return bounded(Duration.between(y, x));
      }
      if (a instanceof Instant x && b instanceof Duration y) {
        return bounded(x.minus(y));
      }
      if (a instanceof Duration x && b instanceof Duration y) {
        return bounded(x.minus(y));
      }
    } catch (ArithmeticException | DateTimeException e) {
      throw overflow();
    }
    throw EvalException.noSuchOverload();
  }

  private static Object times(Object a, Object b) throws EvalException {
    try {
      if (a instanceof Long x && b instanceof Long y) {
        return Math.multiplyExact(x, y);
      }
      if (a instanceof Double x && b instanceof Double y) {
        return x * y;
      }
      if (a instanceof Unsigned x && b instanceof Unsigned y) {
        if (Math.unsignedMultiplyHigh(x.bits(), y.bits()) != 0) {
          throw unsignedOverflow();
        }
        return new Unsigned(x.bits() * y.bits());
      }
    } catch (ArithmeticException e) {
      throw overflow();
    }
    throw EvalException.noSuchOverload();
  }

  private static Object divided(Object a, Object b) throws EvalException {
    if (a instanceof Long x && b instanceof Long y) {
      if (y == 0) {
        throw new EvalException("division by zero");
      }
      if (x == Long.MIN_VALUE && y == -1) {
        throw overflow();
      }
      return x / y;
    }
    if (a instanceof Double x && b instanceof Double y) {
      return x / y;
    }
    if (a instanceof Unsigned x && b instanceof Unsigned y) {
      if (y.bits() == 0) {
        throw new EvalException("division by zero");
      }
      return new Unsigned(Long.divideUnsigned(x.bits(), y.bits()));
    }
    throw EvalException.noSuchOverload();
  }

  private static Object modulo(Object a, Object b) throws EvalException {
    if (a instanceof Long x && b instanceof Long y) {
      if (y == 0) {
        throw new EvalException("modulus by zero");
      }
      if (x == Long.MIN_VALUE && y == -1) {
        throw overflow();
      }
      return x % y;
    }
    if (a instanceof Unsigned x && b instanceof Unsigned y) {
      if (y.bits() == 0) {
        throw new EvalException("modulus by zero");
      }
      return new Unsigned(Long.remainderUnsigned(x.bits(), y.bits()));
    }
    throw EvalException.noSuchOverload();
  }

  private static Object negated(Object a) throws EvalException {
    if (a instanceof Long x) {
      if (x == Long.MIN_VALUE) {
        throw overflow();
      }
      return -x;
    }
    if (a instanceof Double x) {
      return -x;
    }
    if (a instanceof Duration x) {
      return x.negated();
    }
    throw EvalException.noSuchOverload();
  }

  private static boolean in(Object value, Object where) throws EvalException {
    if (where instanceof ListValue list) {
      return Lists.contains(list, value);
    }
    if (where instanceof MapValue map) {
      return map.find(value) != null;
    }
    throw EvalException.noSuchOverload();
  }

  private static long size(Object value) throws EvalException {
    if (value instanceof String
        || value instanceof Bytes
        || value instanceof ListValue
        || value instanceof MapValue) {
      return Values.size(value);
    }
    throw new EvalException("no such overload: size");
  }
}
