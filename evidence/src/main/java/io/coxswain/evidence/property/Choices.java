package io.coxswain.evidence.property;

import java.util.SplittableRandom;

/** The source of randomness of one try, and the size of the values to generate. */
public final class Choices {

  /** The size at which the whole range of all values is generated. */
  static final int FULL_SIZE = 100;

  private final SplittableRandom random;
  private final int size;

  Choices(long seed, int size) {
    this.random = new SplittableRandom(seed);
    this.size = size;
  }

  /**
   * A number from the range, at its limits and around zero with a higher probability. Below the
   * full size, the range is reduced towards the value nearest to zero.
   */
  long between(long min, long max) {
    long nearest = Math.clamp(0L, min, max);
    long low = reduced(nearest, min);
    long high = reduced(nearest, max);
    if (random.nextInt(12) == 0) {
      long[] limits = {low, high, nearest, Math.clamp(nearest + 1, low, high)};
      return limits[random.nextInt(limits.length)];
    }
    return high == Long.MAX_VALUE
        ? low == Long.MIN_VALUE ? random.nextLong() : random.nextLong(low - 1, high) + 1
        : random.nextLong(low, high + 1);
  }

  /** A number from the range, all with the same probability at any size. */
  int index(int bound) {
    return random.nextInt(bound);
  }

  /** A fraction between 0 and 1. */
  double fraction() {
    return random.nextDouble();
  }

  private long reduced(long nearest, long limit) {
    double distance = (double) limit - nearest;
    return size >= FULL_SIZE ? limit : nearest + (long) (distance * size / FULL_SIZE);
  }
}
