package io.coxswain.apiserver.flow;

import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import java.util.concurrent.atomic.AtomicInteger;

/** The metrics of a flow schema at its priority level, looked up once. */
final class FlowSeries {
  private static final String[] REJECTIONS = {"concurrency-limit", "queue-full", "time-out"};

  private final FlowMetrics metrics;
  private final String level;
  private final String schema;
  final AtomicInteger executing = new AtomicInteger();
  final AtomicInteger executingSeats = new AtomicInteger();
  final AtomicInteger queued = new AtomicInteger();
  final AtomicInteger queuedSeats = new AtomicInteger();
  private final CounterDataPoint dispatched;
  private final DistributionDataPoint executions;
  private final DistributionDataPoint watches;
  private final DistributionDataPoint waits;
  private final DistributionDataPoint seats;
  private final DistributionDataPoint queueLength;
  private final DistributionDataPoint watchers;

  FlowSeries(FlowMetrics metrics, String level, String schema) {
    this.metrics = metrics;
    this.level = level;
    this.schema = schema;
    this.dispatched = metrics.dispatched.labelValues(level, schema);
    this.executions = metrics.executions.labelValues(level, schema, "regular");
    this.watches = metrics.executions.labelValues(level, schema, "watch");
    this.waits = metrics.waits.labelValues(level, schema, "true");
    this.seats = metrics.seats.labelValues(level, schema);
    this.queueLength = metrics.queueLengths.labelValues(level, schema);
    this.watchers = metrics.watchers.labelValues(level, schema);
    for (String reason : REJECTIONS) {
      metrics.rejected.initLabelValues(level, schema, reason);
    }
  }

  void estimated(int count) {
    seats.observe(count);
  }

  void watched(int watches) {
    watchers.observe(watches);
  }

  void enqueued(int count, int length) {
    queued.incrementAndGet();
    queuedSeats.addAndGet(count);
    queueLength.observe(length);
  }

  void dequeued(int count) {
    queued.decrementAndGet();
    queuedSeats.addAndGet(-count);
  }

  void began(int count) {
    executing.incrementAndGet();
    executingSeats.addAndGet(count);
    dispatched.inc();
  }

  void waited(double seconds) {
    waits.observe(seconds);
  }

  void ended(double seconds, boolean watch) {
    executing.decrementAndGet();
    (watch ? watches : executions).observe(seconds);
  }

  void released(int count) {
    executingSeats.addAndGet(-count);
  }

  void rejected(String reason, double seconds) {
    metrics.rejected.labelValues(level, schema, reason).inc();
    metrics.waits.labelValues(level, schema, "false").observe(seconds);
  }

  void notAccommodated() {
    metrics.notAccommodated.labelValues(level, schema).inc();
  }

  String level() {
    return level;
  }

  String schema() {
    return schema;
  }
}
