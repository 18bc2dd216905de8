package io.coxswain.runtime.metrics;

import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.datapoints.GaugeDataPoint;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * What is counted of one work queue. Not safe for use by several threads: the queue calls it under
 * its lock.
 */
public final class QueueMetrics {
  private static final int PRIORITIES = 25;

  private final String name;
  private final QueueSeries series;
  private final CounterDataPoint adds;
  private final CounterDataPoint retries;
  private final DistributionDataPoint waitSeconds;
  private final DistributionDataPoint workSeconds;
  private final TreeSet<Integer> priorities = new TreeSet<>();
  private volatile Supplier<Work> work = () -> new Work(0, 0);

  /**
   * What workers hold at the moment.
   *
   * @param unfinishedNanos how long the held keys have been held, summed up
   * @param longestNanos how long the one held longest has been
   */
  public record Work(long unfinishedNanos, long longestNanos) {}

  QueueMetrics(QueueSeries series, String name) {
    String[] labels = series.labels(name, name);
    this.name = name;
    this.series = series;
    adds = series.adds.labelValues(labels);
    retries = series.retries.labelValues(labels);
    waitSeconds = series.waitSeconds.labelValues(labels);
    workSeconds = series.workSeconds.labelValues(labels);
  }

  /** Says how to find out what workers hold, when somebody looks. */
  public void observe(Supplier<Work> held) {
    this.work = held;
  }

  String name() {
    return name;
  }

  Work work() {
    return work.get();
  }

  private GaugeDataPoint depth(String priority) {
    return series.depth.labelValues(series.labels(name, name, priority));
  }

  /** An item became ready in a queue without priorities. */
  public void ready() {
    adds.inc();
    depth("").inc();
  }

  /** An item of a queue without priorities was taken. */
  public void left() {
    depth("").dec();
  }

  /** Makes the depth of a queue without priorities show from the start. */
  public void classic() {
    depth("").set(0);
  }

  /** An item became ready. */
  public void ready(int priority) {
    adds.inc();
    depth(label(priority)).inc();
  }

  /** An item that was ready no longer is: it was taken or moved to another priority. */
  public void left(int priority) {
    depth(label(priority)).dec();
  }

  /** A ready item got another priority. */
  public void moved(int from, int to) {
    left(from);
    depth(label(to)).inc();
  }

  public void retried() {
    retries.inc();
  }

  public void waited(long nanos) {
    waitSeconds.observe(nanos / 1e9);
  }

  public void worked(long nanos) {
    workSeconds.observe(nanos / 1e9);
  }

  /** Bounds the number of series that a queue with many priorities makes. */
  private String label(int priority) {
    if (priorities.contains(priority) || priorities.size() < PRIORITIES) {
      priorities.add(priority);
      return Integer.toString(priority);
    }
    return "exceeded_cardinality_limit";
  }
}
