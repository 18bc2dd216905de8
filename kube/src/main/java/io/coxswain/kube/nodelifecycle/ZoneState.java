package io.coxswain.kube.nodelifecycle;

/** How much of a zone is lost. */
enum ZoneState {
  /** Not judged yet. */
  INITIAL,
  NORMAL,
  PARTIAL_DISRUPTION,
  FULL_DISRUPTION;

  /** A couple of nodes do not make a disruption, however few there are in all. */
  private static final int FEW = 2;

  static ZoneState of(int ready, int notReady, double threshold) {
    if (ready == 0 && notReady > 0) {
      return FULL_DISRUPTION;
    }
    // In single precision, as the flag: 11 of 20 must reach 0.55.
    float share = (float) notReady / (ready + notReady);
    return notReady > FEW && share >= (float) threshold ? PARTIAL_DISRUPTION : NORMAL;
  }

  /** How many nodes a second may be tainted in a zone of so many. */
  double rate(int nodes, NodeLifecycleOptions options) {
    if (this != PARTIAL_DISRUPTION) {
      return options.evictionRate();
    }
    return nodes > options.largeClusterSize() ? options.secondaryEvictionRate() : 0;
  }
}
