package io.coxswain.cel.cost;

/** The least and the most that something may cost or be long; what is too large is endless. */
public record Estimate(long min, long max) {
  static final long ENDLESS = Long.MAX_VALUE;
  static final Estimate UNKNOWN = new Estimate(0, ENDLESS);
  static final Estimate ZERO = of(0);
  static final Estimate ONE = of(1);

  static Estimate of(long fixed) {
    return new Estimate(fixed, fixed);
  }

  Estimate plus(Estimate other) {
    return new Estimate(add(min, other.min), add(max, other.max));
  }

  Estimate times(Estimate other) {
    return new Estimate(multiply(min, other.min), multiply(max, other.max));
  }

  Estimate times(double factor) {
    return new Estimate(scale(min, factor), scale(max, factor));
  }

  Estimate union(Estimate other) {
    return new Estimate(Math.min(min, other.min), Math.max(max, other.max));
  }

  static long add(long a, long b) {
    long sum = a + b;
    return sum < 0 ? ENDLESS : sum;
  }

  static long multiply(long a, long b) {
    return a != 0 && b > ENDLESS / a ? ENDLESS : a * b;
  }

  private static long scale(long value, double factor) {
    double scaled = Math.ceil(value * factor);
    return value == ENDLESS || scaled >= 0x1p63 ? ENDLESS : (long) scaled;
  }
}
