package io.coxswain.node.pod;

import java.time.Duration;

/** How long a container waits before it is started again. */
final class RestartBackOff {
  private static final Duration MAX_DURATION = Duration.ofMinutes(5);
  private static final Duration RAN_WELL = Duration.ofMinutes(10);

  private RestartBackOff() {}

  /**
   * The delay after the one used last. The first restart is immediate, as a kubelet's is; a run of
   * ten minutes begins afresh.
   */
  static Duration after(Duration first, Duration used, Duration ran) {
    if (used.isZero() || ran.compareTo(RAN_WELL) >= 0) {
      return first;
    }
    Duration doubled = used.multipliedBy(2);
    return doubled.compareTo(MAX_DURATION) < 0 ? doubled : MAX_DURATION;
  }
}
