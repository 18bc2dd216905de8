package io.coxswain.cel.value;

import org.jspecify.annotations.Nullable;

/** A value that may be missing. */
public record OptionalValue(@Nullable Object value) {
  public static final OptionalValue NONE = new OptionalValue(null);

  public static OptionalValue of(@Nullable Object value) {
    return value == null ? NONE : new OptionalValue(value);
  }

  public Object required() throws EvalException {
    if (value == null) {
      throw new EvalException("optional.none() dereference");
    }
    return value;
  }
}
