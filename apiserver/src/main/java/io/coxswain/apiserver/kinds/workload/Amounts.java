package io.coxswain.apiserver.kinds.workload;

import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;

/** Numbers of pods, or percentages of all pods. */
final class Amounts {
  private Amounts() {}

  static void check(Field amount) {
    if (amount.node().isTextual()) {
      amount.matches(Formats::percent);
    } else {
      amount.nonNegative();
    }
  }

  static void atMostAll(Field amount) {
    if (isPercent(amount) && value(amount) > 100) {
      amount.invalid("must not be greater than 100%");
    }
  }

  static boolean isPercent(Field amount) {
    return amount.node().isTextual() && Formats.percent(amount.text()).isEmpty();
  }

  static long value(Field amount) {
    if (isPercent(amount)) {
      String digits = amount.text().substring(0, amount.text().length() - 1);
      return digits.length() > 18 ? Long.MAX_VALUE : Long.parseLong(digits);
    }
    return amount.number();
  }
}
