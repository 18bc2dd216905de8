package io.coxswain.kube.host.gates;

import java.util.List;

/**
 * A feature gate and its history.
 *
 * @param specs oldest first
 * @param needs gates that must be enabled together with this one
 */
record Gate(String name, List<Spec> specs, List<String> needs) {

  enum Stage {
    PREALPHA,
    ALPHA,
    BETA,
    GA,
    DEPRECATED
  }

  /** The specification from a version on. */
  record Spec(Version since, boolean on, Stage stage, boolean locked) {}

  /** The specification at a version; before the first one, the gate is disabled and unknown. */
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
