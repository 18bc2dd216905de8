package io.coxswain.kube.attachdetach;

import io.coxswain.kube.attachdetach.AttachDetachPlan.Reason;
import io.coxswain.runtime.metrics.Instruments;
import io.coxswain.runtime.metrics.Instruments.Stability;
import io.prometheus.metrics.core.metrics.Counter;

/** Counts detachments that were not safe. */
final class ForcedDetaches {
  private final Counter forced;

  ForcedDetaches(Instruments instruments) {
    forced =
        instruments.counter(
            Stability.ALPHA,
            "attach_detach_controller_attachdetach_controller_forced_detaches",
            "Number of times the A/D Controller performed a forced detach",
            "reason");
  }

  void count(Reason reason) {
    switch (reason) {
      case UNUSED -> {}
      case TIMEOUT -> forced.labelValues("timeout").inc();
      case OUT_OF_SERVICE -> forced.labelValues("out-of-service").inc();
    }
  }
}
