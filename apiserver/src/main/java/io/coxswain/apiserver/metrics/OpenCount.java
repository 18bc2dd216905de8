package io.coxswain.apiserver.metrics;

import io.prometheus.metrics.core.datapoints.GaugeDataPoint;
import java.util.concurrent.atomic.AtomicBoolean;

/** Counts an object as open until it is closed for the first time. */
final class OpenCount {
  private final GaugeDataPoint gauge;
  private final AtomicBoolean closed = new AtomicBoolean();

  OpenCount(GaugeDataPoint gauge) {
    this.gauge = gauge;
    gauge.inc();
  }

  void close() {
    if (closed.compareAndSet(false, true)) {
      gauge.dec();
    }
  }
}
