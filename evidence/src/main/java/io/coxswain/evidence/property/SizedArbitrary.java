package io.coxswain.evidence.property;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Generates collections and strings with a limited number of elements. Immutable.
 *
 * @param <C> the type of the collections
 */
public final class SizedArbitrary<C> implements Arbitrary<C> {

  /** Elements that are equal to an earlier one are generated again at most this often. */
  private static final int MAX_REPETITIONS = 1_000;

  /** Generates a collection with the given number of elements; fewer if it cannot have as many. */
  private interface Content<C> {
    C generate(Choices choices, int count);
  }

  private final Content<C> content;
  private final @Nullable Content<C> unique;
  private final int min;
  private final int max;

  private SizedArbitrary(Content<C> content, @Nullable Content<C> unique, int min, int max) {
    this.content = content;
    this.unique = unique;
    this.min = min;
    this.max = max;
  }

  static <T extends @Nullable Object> SizedArbitrary<List<T>> lists(Arbitrary<T> elements) {
    return new SizedArbitrary<>(
        (choices, count) -> {
          var list = new ArrayList<T>(count);
          for (int i = 0; i < count; i++) {
            list.add(elements.generate(choices));
          }
          return Collections.unmodifiableList(list);
        },
        (choices, count) -> List.copyOf(distinct(elements, choices, count)),
        0,
        Arbitraries.DEFAULT_SIZE);
  }

  static <T extends @Nullable Object> SizedArbitrary<Set<T>> sets(Arbitrary<T> elements) {
    return of((choices, count) -> Collections.unmodifiableSet(distinct(elements, choices, count)));
  }

  static <K, V extends @Nullable Object> SizedArbitrary<Map<K, V>> maps(
      Arbitrary<K> keys, Arbitrary<V> values) {
    return of(
        (choices, count) -> {
          var map = new LinkedHashMap<K, V>();
          for (K key : distinct(keys, choices, count)) {
            map.put(key, values.generate(choices));
          }
          return Collections.unmodifiableMap(map);
        });
  }

  static SizedArbitrary<String> strings(Arbitrary<Integer> codePoints) {
    return of(
        (choices, count) -> {
          var text = new StringBuilder();
          for (int i = 0; i < count; i++) {
            text.appendCodePoint(codePoints.generate(choices));
          }
          return text.toString();
        });
  }

  private static <C> SizedArbitrary<C> of(Content<C> content) {
    return new SizedArbitrary<>(content, null, 0, Arbitraries.DEFAULT_SIZE);
  }

  private static <T extends @Nullable Object> Set<T> distinct(
      Arbitrary<T> elements, Choices choices, int count) {
    Set<T> found = new LinkedHashSet<>();
    for (int i = 0; found.size() < count && i < count + MAX_REPETITIONS; i++) {
      found.add(elements.generate(choices));
    }
    return found;
  }

  /** Sets the smallest number of elements. */
  public SizedArbitrary<C> ofMinSize(int count) {
    return new SizedArbitrary<>(content, unique, count, Math.max(count, max));
  }

  /** Sets the largest number of elements. */
  public SizedArbitrary<C> ofMaxSize(int count) {
    return new SizedArbitrary<>(content, unique, Math.min(min, count), count);
  }

  /** Sets the number of elements. */
  public SizedArbitrary<C> ofSize(int count) {
    return new SizedArbitrary<>(content, unique, count, count);
  }

  /** Generates lists without equal elements. */
  public SizedArbitrary<C> uniqueElements() {
    return unique == null ? this : new SizedArbitrary<>(unique, unique, min, max);
  }

  @Override
  public C generate(Choices choices) {
    C generated = content.generate(choices, (int) choices.between(min, max));
    int size = sizeOf(generated);
    if (size < min) {
      throw new IllegalStateException("found only " + size + " different elements of " + min);
    }
    return generated;
  }

  private static int sizeOf(Object collection) {
    return switch (collection) {
      case Collection<?> elements -> elements.size();
      case Map<?, ?> entries -> entries.size();
      default -> Integer.MAX_VALUE;
    };
  }

  /** Converts the collections. */
  @Override
  public <U extends @Nullable Object> Arbitrary<U> map(Function<? super C, ? extends U> mapping) {
    return choices -> mapping.apply(generate(choices));
  }
}
