package io.coxswain.api;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Direct-mapped memoization of a pure function of a string. A text replaces the one with the same
 * slot, so the size is bounded. Thread-safe without locks: concurrent misses compute the value
 * independently.
 */
public final class MemoizedFunction<V> {
  private static final int MAX_LENGTH = 256;

  private final @Nullable Entry<V>[] places;
  private final Function<String, V> function;

  private record Entry<V>(String text, V value) {}

  /**
   * @param places the number of slots, a power of two
   * @param function depends only on its argument; exceptions are not cached
   */
  @SuppressWarnings({"unchecked", "rawtypes"}) // generic arrays do not exist
  public MemoizedFunction(int places, Function<String, V> function) {
    if (Integer.bitCount(places) != 1) {
      throw new IllegalArgumentException("places must be a power of two");
    }
    this.places = new Entry[places];
    this.function = function;
  }

  public V of(String text) {
    if (text.length() > MAX_LENGTH) {
      return function.apply(text);
    }
    int hash = text.hashCode();
    int place = (hash ^ hash >>> 16) & places.length - 1;
    Entry<V> known = places[place];
    if (known != null && known.text.equals(text)) {
      return known.value;
    }
    V value = function.apply(text);
    places[place] = new Entry<>(text, value);
    return value;
  }
}
