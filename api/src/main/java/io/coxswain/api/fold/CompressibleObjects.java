package io.coxswain.api.fold;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where objects are kept that may be folded.
 *
 * @param <T> an object, whose body can be replaced by another of the same bytes
 */
public interface CompressibleObjects<T> {
  /**
   * The next objects in an order that does not change.
   *
   * @param last the one to go on from, which may be gone by now; null to begin
   * @return none when there are no more
   */
  List<T> after(@Nullable T last, int most);

  Body body(T object);

  /** Puts the folded body in the place of the other, wherever the object is by now. */
  void fold(T object, Body folded);
}
