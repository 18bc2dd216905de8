package io.coxswain.evidence.property;

/** Restricts a property to arguments that meet a condition. */
public final class Assume {

  private Assume() {}

  /** Ends the current try without a result unless the condition is true. */
  public static void that(boolean condition) {
    if (!condition) {
      throw new DiscardedException();
    }
  }

  /** The arguments of the current try do not count. */
  static final class DiscardedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private DiscardedException() {
      super("discarded", null, false, false);
    }
  }
}
