package io.coxswain.kube.host.gates;

import java.util.List;

/**
 * One feature gate and its history.
 *
 * @param specs the oldest first
 * @param needs gates that must be on where this one is
 */
record Gate(String name, List<Spec> specs, List<String> needs) {

  enum Stage {
    PREALPHA,
    ALPHA,
    BETA,
    GA,
    DEPRECATED
  }

  /** What it is from a version on. */
  record Spec(Version since, boolean on, Stage stage, boolean locked) {}

  /** What it is at the version; before its first, it is off and not there yet. */
  Spec at(Version version) {
    Spec found = new Spec(version, false, Stage.PREALPHA, false);
    for (Spec spec : specs) {
      if (spec.since.compareTo(version) <= 0) {
        found = spec;
      }
    }
    return found;
  }
}
