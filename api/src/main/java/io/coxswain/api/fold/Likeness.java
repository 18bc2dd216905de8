package io.coxswain.api.fold;

/** Whether objects still resemble those that a dictionary was made of. */
final class Likeness {
  private static final double MUCH_WORSE = 2;

  /** What is still this small is small enough. */
  private static final double GOOD_ENOUGH = 0.2;

  /** How many bytes tell what a dictionary is worth. */
  private static final long ENOUGH = 64 * 1024;

  private long before;
  private long after;
  private double first;
  private double latest;

  /** A new dictionary is in use. */
  void begin() {
    before = 0;
    after = 0;
    first = 0;
    latest = 0;
  }

  void note(int length, int size) {
    before += length;
    after += size;
    if (before >= ENOUGH) {
      latest = (double) after / before;
      first = first == 0 ? latest : first;
      before = 0;
      after = 0;
    }
  }

  boolean isLost() {
    return latest > first * MUCH_WORSE && latest > GOOD_ENOUGH;
  }
}
