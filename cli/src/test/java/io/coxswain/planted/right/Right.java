package io.coxswain.planted.right;

import io.coxswain.planted.left.Left;

/** The other half of the planted cycle. */
public final class Right {
  private Right() {}

  public static int length(int steps) {
    return steps == 0 ? 0 : Left.length(steps - 1);
  }
}
