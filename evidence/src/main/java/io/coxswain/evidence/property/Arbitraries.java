package io.coxswain.evidence.property;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Generators of common values. */
public final class Arbitraries {

  /** The largest number of elements of a collection without another limit. */
  static final int DEFAULT_SIZE = 32;

  private Arbitraries() {}

  /** Generates integers of 32 bits. */
  public static RangeArbitrary<Integer> integers() {
    return new RangeArbitrary<>(Math::toIntExact, Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  /** Generates integers of 64 bits. */
  public static RangeArbitrary<Long> longs() {
    return new RangeArbitrary<>(Long::valueOf, Long.MIN_VALUE, Long.MAX_VALUE);
  }

  /** Generates floating-point numbers of an inclusive range. */
  public static Arbitrary<Double> doubles(double min, double max) {
    return choices ->
        switch (choices.index(20)) {
          case 0 -> min;
          case 1 -> max;
          case 2 -> Math.clamp(0.0, min, max);
          default -> min + (max - min) * choices.fraction();
        };
  }

  /** Generates strings of any characters but surrogates. */
  public static SizedArbitrary<String> strings() {
    return SizedArbitrary.strings(
        choices ->
            switch (choices.index(4)) {
              case 0 -> choices.index(0x80);
              case 1 -> choices.index(0xd800);
              case 2 -> 0xe000 + choices.index(0x110000 - 0xe000);
              default -> ' ' + choices.index(0x5f);
            });
  }

  /** Generates strings of the letters of ASCII. */
  static SizedArbitrary<String> letters() {
    return SizedArbitrary.strings(
        choices -> (choices.index(2) == 0 ? 'a' : 'A') + choices.index(26));
  }

  /** Generates one of the values. */
  @SafeVarargs
  public static <T extends @Nullable Object> Arbitrary<T> of(T... values) {
    return choices -> values[choices.index(values.length)];
  }

  /** Generates one of the values. */
  public static <T> Arbitrary<T> of(List<T> values) {
    return choices -> values.get(choices.index(values.size()));
  }

  /** Generates one of the constants. */
  public static <E extends Enum<E>> Arbitrary<E> of(Class<E> type) {
    return of(List.of(type.getEnumConstants()));
  }

  /** Generates values of one of the generators. */
  @SafeVarargs
  public static <T extends @Nullable Object> Arbitrary<T> oneOf(
      Arbitrary<? extends T>... alternatives) {
    return choices -> alternatives[choices.index(alternatives.length)].generate(choices);
  }

  /** Generates maps. */
  public static <K, V extends @Nullable Object> SizedArbitrary<Map<K, V>> maps(
      Arbitrary<K> keys, Arbitrary<V> values) {
    return SizedArbitrary.maps(keys, values);
  }
}
