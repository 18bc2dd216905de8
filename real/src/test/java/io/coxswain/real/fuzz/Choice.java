package io.coxswain.real.fuzz;

import java.util.List;
import java.util.Random;

/** The random decisions of one generated request. */
final class Choice {
  private final Random random;

  /** Depends on nothing but the arguments, so that a request can be repeated alone. */
  Choice(long seed, String generator, int index) {
    this.random = new Random((seed * 31 + generator.hashCode()) * 1_000_003 + index);
    // The first numbers of seeds that are close to each other are alike.
    random.nextLong();
    random.nextLong();
  }

  <T> T of(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  boolean percent(int chance) {
    return random.nextInt(100) < chance;
  }
}
