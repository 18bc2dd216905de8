package io.coxswain.cel.library;

import dev.cel.common.ast.CelConstant;
import io.coxswain.cel.value.Bytes;
import io.coxswain.cel.value.NullValue;
import io.coxswain.cel.value.Unsigned;

/** The values of literals. */
public final class Literals {
  private Literals() {}

  public static Object of(CelConstant constant) {
    return switch (constant.getKind()) {
      case NULL_VALUE -> NullValue.NULL;
      case BOOLEAN_VALUE -> constant.booleanValue();
      case INT64_VALUE -> constant.int64Value();
      case UINT64_VALUE -> new Unsigned(constant.uint64Value().longValue());
      case DOUBLE_VALUE -> constant.doubleValue();
      case STRING_VALUE -> constant.stringValue();
      case BYTES_VALUE -> Bytes.of(constant.bytesValue().toByteArray());
      default -> throw new IllegalStateException("a constant of kind " + constant.getKind());
    };
  }
}
