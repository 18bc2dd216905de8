package io.coxswain.jobset;

import java.util.Map;

/**
 * JobSet's own feature gates, by upstream's names; all of them are alpha and disabled by default.
 */
public record Features(boolean inPlaceRestart, boolean restartJob, boolean elasticJobSet) {

  public static Features none() {
    return new Features(false, false, false);
  }

  /** Parses {@code featureGates} of the configuration file; an unknown name is rejected. */
  public static Features of(Map<String, Boolean> gates) {
    Features features = none();
    for (Map.Entry<String, Boolean> gate : gates.entrySet()) {
      features = features.with(gate.getKey(), gate.getValue());
    }
    return features;
  }

  private Features with(String gate, boolean on) {
    return switch (gate) {
      case "InPlaceRestart" -> new Features(on, restartJob, elasticJobSet);
      case "RestartJob" -> new Features(inPlaceRestart, on, elasticJobSet);
      case "ElasticJobSet" -> new Features(inPlaceRestart, restartJob, on);
      case "TLSOptions" -> {
        if (!on) {
          throw new IllegalArgumentException(
              "cannot set feature gate TLSOptions to false, feature is locked to true");
        }
        yield this;
      }
      default -> throw new IllegalArgumentException("unrecognized feature gate: " + gate);
    };
  }
}
