package io.coxswain.bench;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Something that is measured on both sides.
 *
 * @param goal null when there is none
 */
record Measure(String what, Unit unit, @Nullable Goal goal) {

  /** What it is counted in, and which way is better. */
  enum Unit {
    PER_SECOND("/s", true, 0),
    SECONDS(" s", false, 2),
    MILLIS(" ms", false, 1),
    MICROS(" us", false, 0),
    MIB(" MiB", false, 0),
    BYTES(" bytes", false, 0);

    private final String name;
    private final boolean moreIsBetter;
    private final int digits;

    Unit(String name, boolean moreIsBetter, int digits) {
      this.name = name;
      this.moreIsBetter = moreIsBetter;
      this.digits = digits;
    }

    String text(double value) {
      return number(value) + name;
    }

    String number(double value) {
      return String.format(Locale.ROOT, "%,." + digits + "f", value);
    }

    /** How many times better the first is than the second. */
    double ratio(double ours, double theirs) {
      return moreIsBetter ? ours / theirs : theirs / ours;
    }
  }

  /** What is wanted. */
  sealed interface Goal {}

  /** So many times better than theirs. */
  record Times(double factor) implements Goal {}

  /** At most this, whatever theirs is. */
  record AtMost(double value) implements Goal {}

  static Measure of(String what, Unit unit) {
    return new Measure(what, unit, null);
  }

  /** With the goal to be so many times better. */
  Measure times(double factor) {
    return new Measure(what, unit, new Times(factor));
  }

  /** With the goal to take no more than this. */
  Measure atMost(double value) {
    return new Measure(what, unit, new AtMost(value));
  }

  String goalText() {
    return switch (goal) {
      case null -> "";
      case Times(double factor) ->
          factor == 1 ? "not worse" : String.format(Locale.ROOT, "%.0f x", factor);
      case AtMost(double value) -> unit.text(value);
    };
  }
}
