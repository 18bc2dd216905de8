package io.coxswain.runtime.metrics;

import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.datapoints.GaugeDataPoint;

/** Metrics of one controller. All series exist, with value 0, from the start. */
public final class ControllerMetrics {
  private final CounterDataPoint success;
  private final CounterDataPoint error;
  private final CounterDataPoint requeue;
  private final CounterDataPoint requeueAfter;
  private final CounterDataPoint errors;
  private final CounterDataPoint terminalErrors;
  private final CounterDataPoint panics;
  private final CounterDataPoint timeouts;
  private final CounterDataPoint staleSkips;
  private final DistributionDataPoint seconds;
  private final GaugeDataPoint maxWorkers;
  private final GaugeDataPoint activeWorkers;

  ControllerMetrics(ControllerSeries metrics, String name) {
    success = metrics.passes.labelValues(name, "success");
    error = metrics.passes.labelValues(name, "error");
    requeue = metrics.passes.labelValues(name, "requeue");
    requeueAfter = metrics.passes.labelValues(name, "requeue_after");
    errors = metrics.errors.labelValues(name);
    terminalErrors = metrics.terminalErrors.labelValues(name);
    panics = metrics.panics.labelValues(name);
    timeouts = metrics.timeouts.labelValues(name);
    staleSkips = metrics.staleSkips.labelValues(name);
    seconds = metrics.passSeconds.labelValues(name);
    maxWorkers = metrics.maxWorkers.labelValues(name);
    activeWorkers = metrics.activeWorkers.labelValues(name);
  }

  public void workers(int count) {
    maxWorkers.set(count);
  }

  public void began() {
    activeWorkers.inc();
  }

  public void ended(long nanos) {
    activeWorkers.dec();
    seconds.observe(nanos / 1e9);
  }

  public void succeeded() {
    success.inc();
  }

  public void again() {
    requeue.inc();
  }

  public void later() {
    requeueAfter.inc();
  }

  public void failed() {
    error.inc();
    errors.inc();
  }

  public void failedForGood() {
    failed();
    terminalErrors.inc();
  }

  public void panicked() {
    panics.inc();
  }

  public void timedOut() {
    timeouts.inc();
  }

  public void putOff() {
    staleSkips.inc();
  }
}
