package io.coxswain.cel.value;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;

/** What all values can do: be compared and measured. */
public final class Values {
  private Values() {}

  public static boolean equal(Object a, Object b) throws EvalException {
    if (isNumber(a) && isNumber(b)) {
      return comparable(a, b) && compareNumbers(a, b) == 0;
    }
    if (a instanceof ListValue left && b instanceof ListValue right) {
      return Lists.equal(left, right);
    }
    if (!typeOf(a).equals(typeOf(b))) {
      return false;
    }
    if (a instanceof MapValue left && b instanceof MapValue right) {
      return equalMaps(left, right);
    }
    if (a instanceof OptionalValue left && b instanceof OptionalValue right) {
      if (left.value() == null || right.value() == null) {
        return left.value() == null && right.value() == null;
      }
      return equal(left.value(), right.value());
    }
    return a.equals(b);
  }

  /** The type of a constructed object; empty for other values. */
  private static String typeOf(Object value) {
    return value instanceof ObjectValue object ? object.typeName() : "";
  }

  private static boolean equalMaps(MapValue left, MapValue right) throws EvalException {
    if (left.size() != right.size()) {
      return false;
    }
    if (left instanceof JsonObject a && right instanceof JsonObject b && a.sameTree(b)) {
      return true;
    }
    for (Object key : left.keys()) {
      Object mine = left.find(key);
      Object theirs = right.find(key);
      if (mine == null || theirs == null) {
        if (mine != null || theirs != null) {
          return false;
        }
      } else if (!equal(mine, theirs)) {
        return false;
      }
    }
    return true;
  }

  static boolean isNumber(Object value) {
    return value instanceof Long || value instanceof Double || value instanceof Unsigned;
  }

  private static boolean comparable(Object a, Object b) {
    return !(a instanceof Double x && x.isNaN()) && !(b instanceof Double y && y.isNaN());
  }

  /** Negative, zero or positive; values of different kinds have no order. */
  public static int compare(Object a, Object b) throws EvalException {
    if (isNumber(a) && isNumber(b)) {
      if (!comparable(a, b)) {
        throw new EvalException("NaN values cannot be ordered");
      }
      return compareNumbers(a, b);
    }
    if (a instanceof String x && b instanceof String y) {
      return compareTexts(x, y);
    }
    if (a instanceof Boolean x && b instanceof Boolean y) {
      return Boolean.compare(x, y);
    }
    if (a instanceof Instant x && b instanceof Instant y) {
      return x.compareTo(y);
    }
    if (a instanceof Duration x && b instanceof Duration y) {
      return x.compareTo(y);
    }
    if (a instanceof Bytes x && b instanceof Bytes y) {
      return Arrays.compareUnsigned(x.array(), y.array());
    }
    throw EvalException.noSuchOverload();
  }

  private static int compareNumbers(Object a, Object b) {
    if (a instanceof Long x && b instanceof Long y) {
      return Long.compare(x, y);
    }
    if (a instanceof Double x && b instanceof Double y) {
      return x < y ? -1 : x > y ? 1 : 0;
    }
    if (a instanceof Unsigned x && b instanceof Unsigned y) {
      return Long.compareUnsigned(x.bits(), y.bits());
    }
    if (a instanceof Double x) {
      return Double.compare(x, toDouble(b));
    }
    if (b instanceof Double y) {
      return Double.compare(toDouble(a), y);
    }
    return new BigDecimal(a.toString()).compareTo(new BigDecimal(b.toString()));
  }

  /** Upstream compares integers with doubles as doubles. */
  private static double toDouble(Object integer) {
    return integer instanceof Unsigned number ? number.toDouble() : (double) (Long) integer;
  }

  /** By code point, as bytes of UTF-8 would compare. */
  static int compareTexts(String a, String b) {
    int shorter = Math.min(a.length(), b.length());
    for (int i = 0; i < shorter; i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x != y) {
        return Integer.compare(order(x), order(y));
      }
    }
    return Integer.compare(a.length(), b.length());
  }

  /** Surrogates, which stand for the highest code points, come last. */
  private static int order(char c) {
    if (c < Character.MIN_SURROGATE) {
      return c;
    }
    return Character.isSurrogate(c) ? c + 0x2000 : c - 0x800;
  }

  /** The number of characters, bytes, items or entries; 1 for what has no size. */
  public static long size(Object value) {
    return switch (value) {
      case String text -> text.codePointCount(0, text.length());
      case Bytes bytes -> bytes.size();
      case ListValue list -> list.size();
      case MapValue map -> map.size();
      case OptionalValue optional when optional.value() != null -> size(optional.value());
      case TypeValue.Named named -> named.size();
      default -> 1;
    };
  }
}
