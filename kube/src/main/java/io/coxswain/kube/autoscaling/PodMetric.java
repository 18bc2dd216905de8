package io.coxswain.kube.autoscaling;

import java.time.Duration;
import java.time.Instant;

/**
 * What one pod uses.
 *
 * @param value in thousandths
 */
record PodMetric(Instant time, Duration window, long value) {
  /** A value put in where none was measured. */
  static PodMetric assumed(long value) {
    return new PodMetric(Instant.EPOCH, Duration.ZERO, value);
  }
}
