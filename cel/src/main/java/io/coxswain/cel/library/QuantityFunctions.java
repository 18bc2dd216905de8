package io.coxswain.cel.library;

import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import io.coxswain.api.Quantities;
import io.coxswain.cel.value.EvalException;
import io.coxswain.cel.value.TypeValue;
import java.math.BigDecimal;
import java.util.regex.Pattern;

/** Amounts such as {@code 1.5Gi}. */
final class QuantityFunctions {
  static final OpaqueType TYPE = OpaqueType.create("kubernetes.Quantity");

  private QuantityFunctions() {}

  /** Upstream computes with integers up to this many digits. */
  private static final int MAX_DIGITS = 18;

  private static final Pattern PARTS =
      Pattern.compile("[+-]?([0-9]*)(?:\\.([0-9]*))?([a-zA-Z]*)([+-]?[0-9]*)");

  /**
   * An amount.
   *
   * @param whole whether upstream keeps it as an integer: not if it was written with a small unit
   *     or with decimal places that its unit does not cover, even if these are zero
   */
  private record Quantity(BigDecimal amount, boolean whole) implements TypeValue.Named {
    @Override
    public String typeName() {
      return "kubernetes.Quantity";
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Quantity that && amount.compareTo(that.amount) == 0;
    }

    @Override
    public int hashCode() {
      return amount.stripTrailingZeros().hashCode();
    }

    boolean isInteger() {
      return whole
          && amount.stripTrailingZeros().scale() <= 0
          && amount.toBigInteger().bitLength() < 64;
    }

    Quantity add(Quantity other) {
      return with(other, amount.add(other.amount));
    }

    Quantity subtract(Quantity other) {
      return with(other, amount.subtract(other.amount));
    }

    private Quantity with(Quantity other, BigDecimal sum) {
      return new Quantity(sum, whole && (other.whole || other.amount.signum() == 0));
    }
  }

  static void register(Library library) {
    var number = SimpleType.INT;
    var truth = SimpleType.BOOL;
    library
        .global("quantity", "string_to_quantity", TYPE, SimpleType.STRING)
        .does("quantity", a -> parse(Library.text(a[0])))
        .global("isQuantity", "is_quantity_string", truth, SimpleType.STRING)
        .does("isQuantity", a -> isQuantity(Library.text(a[0])))
        .global("sign", "quantity_sign", number, TYPE)
        .does("sign", a -> (long) amount(a[0]).signum())
        .member("isGreaterThan", "quantity_is_greater_than", truth, TYPE, TYPE)
        .does("isGreaterThan", a -> amount(a[0]).compareTo(amount(a[1])) > 0)
        .member("isLessThan", "quantity_is_less_than", truth, TYPE, TYPE)
        .does("isLessThan", a -> amount(a[0]).compareTo(amount(a[1])) < 0)
        .member("compareTo", "quantity_compare_to", number, TYPE, TYPE)
        .does("compareTo", a -> (long) amount(a[0]).compareTo(amount(a[1])))
        .member("asApproximateFloat", "quantity_get_float", SimpleType.DOUBLE, TYPE)
        .does("asApproximateFloat", a -> amount(a[0]).doubleValue())
        .member("asInteger", "quantity_get_int", number, TYPE)
        .does("asInteger", a -> asInteger(a[0]))
        .member("isInteger", "quantity_is_integer", truth, TYPE)
        .does("isInteger", a -> quantity(a[0]).isInteger())
        .member("add", "quantity_add", TYPE, TYPE, TYPE)
        .member("add", "quantity_add_int", TYPE, TYPE, number)
        .does("add", a -> quantity(a[0]).add(operand(a[1])))
        .member("sub", "quantity_sub", TYPE, TYPE, TYPE)
        .member("sub", "quantity_sub_int", TYPE, TYPE, number)
        .does("sub", a -> quantity(a[0]).subtract(operand(a[1])));
  }

  private static Object parse(String text) throws EvalException {
    try {
      return new Quantity(Quantities.parsed(text), isWhole(text));
    } catch (IllegalArgumentException e) {
      throw new EvalException(String.valueOf(e.getMessage()));
    }
  }

  private static boolean isQuantity(String text) {
    try {
      Quantities.parsed(text);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static boolean isWhole(String text) {
    var parts = PARTS.matcher(text);
    if (!parts.matches()) {
      return false;
    }
    int decimals = parts.group(2) == null ? 0 : parts.group(2).length();
    if (parts.group(1).length() + decimals > MAX_DIGITS) {
      return false;
    }
    int exponent =
        switch (parts.group(3)) {
          case "n" -> -9;
          case "u" -> -6;
          case "m" -> -3;
          case "k" -> 3;
          case "M" -> 6;
          case "G" -> 9;
          case "T" -> 12;
          case "P" -> 15;
          case "E", "e" ->
              parts.group(4).isEmpty()
                  ? 18
                  : Integer.parseInt(
                      parts.group(4).substring(0, Math.min(4, parts.group(4).length())));
          default -> 0;
        };
    return exponent >= decimals;
  }

  private static Quantity quantity(Object value) throws EvalException {
    if (value instanceof Quantity quantity) {
      return quantity;
    }
    throw EvalException.noSuchOverload();
  }

  private static BigDecimal amount(Object value) throws EvalException {
    return quantity(value).amount;
  }

  private static Quantity operand(Object value) throws EvalException {
    return value instanceof Long number
        ? new Quantity(BigDecimal.valueOf(number), true)
        : quantity(value);
  }

  private static long asInteger(Object value) throws EvalException {
    BigDecimal amount = amount(value);
    if (!quantity(value).isInteger()) {
      throw new EvalException("cannot convert value to integer");
    }
    return amount.longValue();
  }
}
