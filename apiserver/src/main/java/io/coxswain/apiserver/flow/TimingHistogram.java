package io.coxswain.apiserver.flow;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.ArrayList;
import java.util.List;

/**
 * A histogram of a ratio over time: each nanosecond counts as one observation, as in upstream's
 * metrics of flow control. Not thread-safe.
 */
final class TimingHistogram {
  private final double[] bounds;
  private final long[] counts;
  private double numerator;
  private double denominator = 1;
  private double sum;
  private long last;

  /**
   * @param bounds the upper bounds of all buckets but the last, which has none
   */
  TimingHistogram(double[] bounds, long nanos) {
    this.bounds = bounds;
    this.counts = new long[bounds.length + 1];
    this.last = nanos;
  }

  void set(double amount, long nanos) {
    if (amount != numerator) {
      advance(nanos);
      numerator = amount;
    }
  }

  void add(double difference, long nanos) {
    set(numerator + difference, nanos);
  }

  /** Relates all later observations to another amount. */
  void relateTo(double amount, long nanos) {
    if (amount != denominator) {
      advance(nanos);
      denominator = amount;
    }
  }

  private void advance(long nanos) {
    if (nanos <= last) {
      return;
    }
    double ratio = numerator / denominator;
    int bucket = 0;
    while (bucket < bounds.length && ratio > bounds[bucket]) {
      bucket++;
    }
    counts[bucket] += nanos - last;
    sum += ratio * (nanos - last);
    last = nanos;
  }

  /** All observations until now. */
  HistogramDataPointSnapshot snapshot(long nanos, Labels labels) {
    advance(nanos);
    List<Double> upper = new ArrayList<>();
    List<Long> observed = new ArrayList<>();
    for (int i = 0; i < counts.length; i++) {
      upper.add(i < bounds.length ? bounds[i] : Double.POSITIVE_INFINITY);
      observed.add(counts[i]);
    }
    return HistogramDataPointSnapshot.builder()
        .classicHistogramBuckets(ClassicHistogramBuckets.of(upper, observed))
        .sum(sum)
        .labels(labels)
        .build();
  }
}
