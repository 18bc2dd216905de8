package io.coxswain.kube.autoscaling;

import io.coxswain.api.Quantities;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/** Quantities in thousandths, the unit of upstream's metric calculations. */
final class Milli {
  private static final List<String> DECIMAL = List.of("m", "", "k", "M", "G", "T", "P", "E");
  private static final List<String> BINARY = List.of("", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei");

  private Milli() {}

  /** Rounds up, and saturates at the largest long. */
  static long of(Quantity quantity) {
    BigDecimal milli =
        Quantities.value(quantity).movePointRight(3).setScale(0, RoundingMode.CEILING);
    return milli
        .min(BigDecimal.valueOf(Long.MAX_VALUE))
        .max(BigDecimal.valueOf(Long.MIN_VALUE))
        .longValue();
  }

  static Quantity decimal(long milli) {
    long mantissa = milli;
    int suffix = 0;
    while (mantissa != 0 && mantissa % 1000 == 0 && suffix < DECIMAL.size() - 1) {
      mantissa /= 1000;
      suffix++;
    }
    return new Quantity(Long.toString(mantissa), mantissa == 0 ? "" : DECIMAL.get(suffix));
  }

  /** Uses binary suffixes if the conversion is exact and the number is large enough. */
  static Quantity binary(long milli) {
    if (milli % 1000 != 0 || Math.abs(milli / 1000) < 1024) {
      return decimal(milli);
    }
    long mantissa = milli / 1000;
    int suffix = 0;
    while (mantissa % 1024 == 0 && suffix < BINARY.size() - 1) {
      mantissa /= 1024;
      suffix++;
    }
    return new Quantity(Long.toString(mantissa), BINARY.get(suffix));
  }
}
