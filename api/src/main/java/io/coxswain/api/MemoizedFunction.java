package io.coxswain.api;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Answers of a pure function to the texts that come again and again. Each text has one place by its
 * hash; one that comes to the place of another takes it, so there are never more than places. Used
 * by many tasks at once without a lock: whoever finds nothing works it out for itself.
 */
public final class MemoizedFunction<V> {
  private static final int MAX_LENGTH = 256;

  private final @Nullable Entry<V>[] places;
  private final Function<String, V> function;

  private record Entry<V>(String text, V value) {}

  /**
   * @param places a power of two
   * @param function depends on nothing but its argument; what it throws is not remembered
   */
  @SuppressWarnings({"unchecked", "rawtypes"}) // there are no arrays of a generic type
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
