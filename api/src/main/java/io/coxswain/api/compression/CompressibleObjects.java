package io.coxswain.api.compression;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Objects that may be compressed.
 *
 * @param <T> an object, whose body can be replaced by another with the same bytes
 */
public interface CompressibleObjects<T> {
  /**
   * The next objects in an order that does not change.
   *
   * @param last the object to continue after, which may have been removed; null for the first
   * @return none when there are no more
   */
  List<T> after(@Nullable T last, int most);

  Body body(T object);

  /** Replaces the body by the compressed one, wherever the object is stored by now. */
  void compress(T object, Body compressed);
}
