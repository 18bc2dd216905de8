package io.coxswain.api;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.node.NumericNode;
import java.io.IOException;
import java.io.Serial;
import java.math.BigDecimal;
import java.math.BigInteger;

/** A float in a tree, written as Go's JSON encoder does. Jackson's node cannot be extended so. */
public class GoFloatNode extends NumericNode {
  @Serial private static final long serialVersionUID = 1;

  private final double value;

  public GoFloatNode(double value) {
    this.value = value;
  }

  @Override
  public final void serialize(JsonGenerator out, SerializerProvider provider) throws IOException {
    if (value == 0) {
      out.writeNumber(0); // whatever its sign
    } else if (Double.isFinite(value)) {
      out.writeNumber(GoFloat.json(value));
    } else {
      out.writeNumber(value);
    }
  }

  @Override
  public String asText() {
    return Double.isFinite(value) ? GoFloat.json(value) : Double.toString(value);
  }

  @Override
  public final JsonToken asToken() {
    return JsonToken.VALUE_NUMBER_FLOAT;
  }

  @Override
  public final JsonParser.NumberType numberType() {
    return JsonParser.NumberType.DOUBLE;
  }

  @Override
  public final boolean isFloatingPointNumber() {
    return true;
  }

  @Override
  public final boolean isDouble() {
    return true;
  }

  @Override
  public final boolean isNaN() {
    return !Double.isFinite(value);
  }

  @Override
  public final boolean canConvertToInt() {
    return value >= Integer.MIN_VALUE && value <= Integer.MAX_VALUE;
  }

  @Override
  public final boolean canConvertToLong() {
    return value >= Long.MIN_VALUE && value <= Long.MAX_VALUE;
  }

  @Override
  public final boolean canConvertToExactIntegral() {
    return Double.isFinite(value) && value == Math.rint(value);
  }

  @Override
  public final Number numberValue() {
    return value;
  }

  @Override
  public final short shortValue() {
    return (short) value;
  }

  @Override
  public final int intValue() {
    return (int) value;
  }

  @Override
  public final long longValue() {
    return (long) value;
  }

  @Override
  public final float floatValue() {
    return (float) value;
  }

  @Override
  public final double doubleValue() {
    return value;
  }

  @Override
  public final BigDecimal decimalValue() {
    return BigDecimal.valueOf(value);
  }

  @Override
  public final BigInteger bigIntegerValue() {
    return decimalValue().toBigInteger();
  }

  @Override
  public final boolean equals(Object other) {
    return other instanceof GoFloatNode same && Double.compare(value, same.value) == 0;
  }

  @Override
  public final int hashCode() {
    return Double.hashCode(value);
  }
}
