package io.coxswain.evidence.property;

import java.util.function.LongFunction;

/**
 * Generates whole numbers of a range. Immutable.
 *
 * @param <N> the type of the numbers
 */
public final class RangeArbitrary<N extends Number> implements Arbitrary<N> {

  private final LongFunction<N> conversion;
  private final long min;
  private final long max;

  RangeArbitrary(LongFunction<N> conversion, long min, long max) {
    this.conversion = conversion;
    this.min = min;
    this.max = max;
  }

  /** Limits the numbers to an inclusive range. */
  public RangeArbitrary<N> between(long smallest, long largest) {
    return new RangeArbitrary<>(conversion, smallest, largest);
  }

  @Override
  public N generate(Choices choices) {
    return conversion.apply(choices.between(min, max));
  }
}
