package io.coxswain.cel;

import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import io.coxswain.api.Quantities;
import java.math.BigDecimal;

/** Amounts such as {@code 1.5Gi}. */
final class QuantityFunctions {
  static final OpaqueType TYPE = OpaqueType.create("kubernetes.Quantity");

  private QuantityFunctions() {}

  private record Quantity(BigDecimal amount) implements TypeValue.Named {
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
      BigDecimal plain = amount.stripTrailingZeros();
      return plain.scale() <= 0 && plain.toBigInteger().bitLength() < 64;
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
        .does("isInteger", a -> new Quantity(amount(a[0])).isInteger())
        .member("add", "quantity_add", TYPE, TYPE, TYPE)
        .member("add", "quantity_add_int", TYPE, TYPE, number)
        .does("add", a -> new Quantity(amount(a[0]).add(operand(a[1]))))
        .member("sub", "quantity_sub", TYPE, TYPE, TYPE)
        .member("sub", "quantity_sub_int", TYPE, TYPE, number)
        .does("sub", a -> new Quantity(amount(a[0]).subtract(operand(a[1]))));
  }

  private static Object parse(String text) throws EvalException {
    try {
      return new Quantity(Quantities.parsed(text));
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

  private static BigDecimal amount(Object value) throws EvalException {
    if (value instanceof Quantity quantity) {
      return quantity.amount;
    }
    throw EvalException.noSuchOverload();
  }

  private static BigDecimal operand(Object value) throws EvalException {
    return value instanceof Long number ? BigDecimal.valueOf(number) : amount(value);
  }

  private static long asInteger(Object value) throws EvalException {
    BigDecimal amount = amount(value);
    if (!new Quantity(amount).isInteger()) {
      throw new EvalException("cannot convert value to integer");
    }
    return amount.longValue();
  }
}
