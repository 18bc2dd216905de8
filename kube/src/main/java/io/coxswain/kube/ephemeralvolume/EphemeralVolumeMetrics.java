package io.coxswain.kube.ephemeralvolume;

import io.coxswain.runtime.metrics.Instruments;
import io.coxswain.runtime.metrics.Instruments.Stability;
import io.prometheus.metrics.core.metrics.Counter;

/** Counts claims that were to be created. */
final class EphemeralVolumeMetrics {
  private static final String HELP = "Number of PersistentVolumeClaim creation requests";

  private final Counter attempts;
  private final Counter failures;

  EphemeralVolumeMetrics(Instruments instruments) {
    attempts =
        instruments.counter(Stability.ALPHA, "ephemeral_volume_controller_create_total", HELP);
    failures =
        instruments.counter(
            Stability.ALPHA, "ephemeral_volume_controller_create_failures_total", HELP);
  }

  void attempted() {
    attempts.inc();
  }

  void failed() {
    failures.inc();
  }
}
