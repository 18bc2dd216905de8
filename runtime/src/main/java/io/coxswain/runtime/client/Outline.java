package io.coxswain.runtime.client;

import java.util.function.UnaryOperator;

/**
 * Reduces an object to the fields that a bulk reader needs, as an object of the same type. Outlines
 * are compared by identity, so define each one as a constant.
 */
public final class Outline<T> {
  private final UnaryOperator<T> draw;

  private Outline(UnaryOperator<T> draw) {
    this.draw = draw;
  }

  /**
   * @param draw a pure function that does not modify its argument; it must keep name, namespace,
   *     UID and resourceVersion, so that the object can be written to
   */
  public static <T> Outline<T> of(UnaryOperator<T> draw) {
    return new Outline<>(draw);
  }

  T of(T whole) {
    return draw.apply(whole);
  }
}
