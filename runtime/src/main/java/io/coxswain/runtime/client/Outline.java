package io.coxswain.runtime.client;

import java.util.function.UnaryOperator;

/**
 * Leaves of an object what a reader of many looks at, in an object of the same type. Kept in a
 * constant: outlines are told apart by identity.
 */
public final class Outline<T> {
  private final UnaryOperator<T> draw;

  private Outline(UnaryOperator<T> draw) {
    this.draw = draw;
  }

  /**
   * @param draw a pure function that does not change what it is given; name, namespace, UID and
   *     resourceVersion must stay, so that the object can be written to
   */
  public static <T> Outline<T> of(UnaryOperator<T> draw) {
    return new Outline<>(draw);
  }

  T of(T whole) {
    return draw.apply(whole);
  }
}
