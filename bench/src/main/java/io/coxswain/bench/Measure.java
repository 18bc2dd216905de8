package io.coxswain.bench;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A quantity that is measured on both sides.
 *
 * @param goal null if there is none
 */
record Measure(String what, Unit unit, @Nullable Goal goal) {

  /** The unit, and which direction is better. */
  enum Unit {
    PER_SECOND("/s", true, 0),
    SECONDS(" s", false, 2),
    MILLIS(" ms", false, 1),
    MICROS(" us", false, 0),
    MIB(" MiB", false, 0),
    BYTES(" bytes", false, 0),
    COUNT("", false, 0);

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

    /** The ratio by which the first is better than the second. */
    double ratio(double ours, double theirs) {
      return moreIsBetter ? ours / theirs : theirs / ours;
    }
  }

  /** A goal. */
  sealed interface Goal {}

  /** Better than the Go program by this factor. */
  record Times(double factor) implements Goal {}

  /** At most this value, regardless of the Go program. */
  record AtMost(double value) implements Goal {}

  static Measure of(String what, Unit unit) {
    return new Measure(what, unit, null);
  }

  /** Returns a copy with the goal to be better by this factor. */
  Measure times(double factor) {
    return new Measure(what, unit, new Times(factor));
  }

  /** Returns a copy with the goal to be at most this value. */
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
