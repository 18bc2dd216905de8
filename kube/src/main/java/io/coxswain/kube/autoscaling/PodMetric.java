package io.coxswain.kube.autoscaling;

import java.time.Duration;
import java.time.Instant;

/**
 * The usage of one pod.
 *
 * @param value in thousandths
 */
record PodMetric(Instant time, Duration window, long value) {
  /** A substitute for a missing measurement. */
  static PodMetric assumed(long value) {
    return new PodMetric(Instant.EPOCH, Duration.ZERO, value);
  }
}
