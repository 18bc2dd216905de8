package io.coxswain.api.compression;

/**
 * Whether objects still resemble the samples of the dictionary: less than they did at first, or
 * never much. After the latter the next dictionary gets twice as many bytes to show its worth, so
 * that objects which have nothing in common are not learnt from over and over.
 */
final class DictionaryQuality {
  private static final double MUCH_WORSE = 2;

  /** What is still this small is small enough. */
  private static final double GOOD_ENOUGH = 0.2;

  /** The number of bytes needed to evaluate a dictionary. */
  private static final long ENOUGH = 64 * 1024;

  private long before;
  private long after;
  private double first;
  private double latest;

  /** How many bytes the dictionary was judged by, and by how many it has to be. */
  private long judged;

  private long patience = ENOUGH;

  /** A new dictionary is in use. */
  void begin() {
    patience = first > GOOD_ENOUGH ? patience * 2 : ENOUGH;
    before = 0;
    after = 0;
    first = 0;
    latest = 0;
    judged = 0;
  }

  void note(int length, int size) {
    before += length;
    after += size;
    if (before >= ENOUGH) {
      latest = (double) after / before;
      first = first == 0 ? latest : first;
      judged += before;
      before = 0;
      after = 0;
    }
  }

  boolean isDegraded() {
    boolean never = first > GOOD_ENOUGH && judged >= patience;
    return latest > GOOD_ENOUGH && (never || latest > first * MUCH_WORSE);
  }
}
