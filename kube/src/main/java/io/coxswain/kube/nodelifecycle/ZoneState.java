package io.coxswain.kube.nodelifecycle;

/** The degree of disruption of a zone. */
enum ZoneState {
  /** Not determined yet. */
  INITIAL,
  NORMAL,
  PARTIAL_DISRUPTION,
  FULL_DISRUPTION;

  /** Fewer than three nodes that are not ready never make a disruption. */
  private static final int FEW = 2;

  static ZoneState of(int ready, int notReady, double threshold) {
    if (ready == 0 && notReady > 0) {
      return FULL_DISRUPTION;
    }
    // In single precision, as the flag: 11 of 20 must reach 0.55.
    float share = (float) notReady / (ready + notReady);
    return notReady > FEW && share >= (float) threshold ? PARTIAL_DISRUPTION : NORMAL;
  }

  /** The name in log lines. */
  String text() {
    return switch (this) {
      case INITIAL -> "Initial";
      case NORMAL -> "Normal";
      case PARTIAL_DISRUPTION -> "PartialDisruption";
      case FULL_DISRUPTION -> "FullDisruption";
    };
  }

  /** Eviction rate in nodes per second, by the size of the zone. */
  double rate(int nodes, NodeLifecycleOptions options) {
    if (this != PARTIAL_DISRUPTION) {
      return options.evictionRate();
    }
    return nodes > options.largeClusterSize() ? options.secondaryEvictionRate() : 0;
  }
}
