package io.coxswain.planted.left;

import io.coxswain.planted.right.Right;

/** One half of a package cycle, planted for the rule that must find it. */
public final class Left {
  private Left() {}

  public static int length(int steps) {
    return steps == 0 ? 0 : Right.length(steps - 1);
  }
}
