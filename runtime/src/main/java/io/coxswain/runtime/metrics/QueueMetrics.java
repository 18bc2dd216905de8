package io.coxswain.runtime.metrics;

import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.datapoints.GaugeDataPoint;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** Metrics of one work queue. Not thread-safe: the queue calls it under its lock. */
public final class QueueMetrics {
  private static final int PRIORITIES = 25;

  private final String name;
  private final QueueSeries series;
  private final CounterDataPoint adds;
  private final CounterDataPoint retries;
  private final DistributionDataPoint waitSeconds;
  private final DistributionDataPoint workSeconds;
  private final Set<Integer> priorities = new ConcurrentSkipListSet<>();
  private final List<Supplier<Work>> sources;
  private volatile Supplier<Work> source = () -> new Work(0, 0);

  /**
   * The keys that workers currently process.
   *
   * @param unfinishedNanos the sum of their processing times so far
   * @param longestNanos the longest of these
   */
  public record Work(long unfinishedNanos, long longestNanos) {}

  QueueMetrics(QueueSeries series, String name) {
    this(series, name, new CopyOnWriteArrayList<>());
  }

  private QueueMetrics(QueueSeries series, String name, List<Supplier<Work>> sources) {
    this.sources = sources;
    String[] labels = series.labels(name, name);
    this.name = name;
    this.series = series;
    adds = series.adds.labelValues(labels);
    retries = series.retries.labelValues(labels);
    waitSeconds = series.waitSeconds.labelValues(labels);
    workSeconds = series.workSeconds.labelValues(labels);
  }

  /** Sets the source for {@link Work}, which is called on each scrape. */
  public void observe(Supplier<Work> held) {
    sources.remove(source);
    source = held;
    sources.add(held);
  }

  /** The metrics of one of several queues that are shown as one, until {@link #end}. */
  public QueueMetrics part() {
    return new QueueMetrics(series, name, sources);
  }

  /** The queue has ended; others of the same name go on. */
  public void end() {
    sources.remove(source);
  }

  String name() {
    return name;
  }

  Work work() {
    long sum = 0;
    long longest = 0;
    for (Supplier<Work> each : sources) {
      Work held = each.get();
      sum += held.unfinishedNanos();
      longest = Math.max(longest, held.longestNanos());
    }
    return new Work(sum, longest);
  }

  private GaugeDataPoint depth(String priority) {
    return series.depth.labelValues(series.labels(name, name, priority));
  }

  /** An item of a queue without priorities became ready. */
  public void ready() {
    adds.inc();
    depth("").inc();
  }

  /** An item of a queue without priorities was taken. */
  public void left() {
    depth("").dec();
  }

  /** Initializes the depth of a queue without priorities to 0. */
  public void classic() {
    depth("").set(0);
  }

  /** An item became ready. */
  public void ready(int priority) {
    adds.inc();
    depth(label(priority)).inc();
  }

  /** A ready item was taken or moved to another priority. */
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

  /** Bounds the number of series of a queue with many priorities. */
  private String label(int priority) {
    if (priorities.contains(priority) || priorities.size() < PRIORITIES) {
      priorities.add(priority);
      return Integer.toString(priority);
    }
    return "exceeded_cardinality_limit";
  }
}
