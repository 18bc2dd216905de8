package io.coxswain.trainer.suggestion;

import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * The parameter that limits how long a trial trains, such as its number of epochs, and the sizes
 * that it takes.
 *
 * @param name of the parameter
 * @param greatest what the trials of the last rung get
 * @param eta by how much a rung has more than the one before
 * @param rungs number of rungs after the first: as many as leave the first with 1 or more
 */
record Resource(String name, double greatest, int eta, int rungs) {

  static Resource of(String name, double greatest, int eta) {
    int rungs = 0;
    for (double rest = greatest / eta; rest >= 1; rest /= eta) {
      rungs++;
    }
    return new Resource(name, greatest, eta, rungs);
  }

  /** The size at a rung, counted down from the last. */
  String before(int last) {
    return Long.toString(Math.max(1, (long) (greatest / StrictMath.pow(eta, last))));
  }

  SequencedMap<String, String> with(SequencedMap<String, String> values, String size) {
    var changed = new LinkedHashMap<>(values);
    changed.put(name, size);
    return changed;
  }
}
