package io.coxswain.kube.host.serving;

import io.coxswain.kube.host.options.LabelAllowLists;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.DataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Exemplars;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Exports label values that are not allowed as {@code unexpected}, so that a label with many values
 * does not make many series. The series that then have the same labels are added up.
 */
record ConstrainedLabels(LabelAllowLists allowed) {
  private static final String UNEXPECTED = "unexpected";

  MetricSnapshots applyTo(MetricSnapshots all) {
    return allowed.byMetric().isEmpty()
        ? all
        : new MetricSnapshots(all.stream().map(this::constrained).toList());
  }

  private MetricSnapshot constrained(MetricSnapshot metric) {
    SortedMap<String, SortedSet<String>> labels = find(metric.getMetadata().getName());
    if (labels == null) {
      return metric;
    }
    return switch (metric) {
      case CounterSnapshot counter ->
          new CounterSnapshot(
              counter.getMetadata(),
              merged(
                  counter.getDataPoints(),
                  labels,
                  (point, renamed) ->
                      new CounterDataPointSnapshot(point.getValue(), renamed, null, 0),
                  (one, other) ->
                      new CounterDataPointSnapshot(
                          one.getValue() + other.getValue(), one.getLabels(), null, 0)));
      case GaugeSnapshot gauge ->
          new GaugeSnapshot(
              gauge.getMetadata(),
              merged(
                  gauge.getDataPoints(),
                  labels,
                  (point, renamed) -> new GaugeDataPointSnapshot(point.getValue(), renamed, null),
                  (one, other) ->
                      new GaugeDataPointSnapshot(
                          one.getValue() + other.getValue(), one.getLabels(), null)));
      case HistogramSnapshot histogram ->
          new HistogramSnapshot(
              histogram.getMetadata(),
              merged(
                  histogram.getDataPoints(),
                  labels,
                  (point, renamed) -> histogram(point.getClassicBuckets(), point.getSum(), renamed),
                  (one, other) ->
                      histogram(
                          sum(one.getClassicBuckets(), other.getClassicBuckets()),
                          one.getSum() + other.getSum(),
                          one.getLabels())));
      default -> metric;
    };
  }

  /** By the name of the metric, also if that of a counter lacks its suffix here. */
  private @Nullable SortedMap<String, SortedSet<String>> find(String name) {
    SortedMap<String, SortedSet<String>> found = allowed.byMetric().get(name);
    return found == null ? allowed.byMetric().get(name + "_total") : found;
  }

  /** Makes a data point with other labels. */
  @FunctionalInterface
  private interface Relabelling<P> {
    P apply(P point, Labels labels);
  }

  private static <P extends DataPointSnapshot> List<P> merged(
      List<P> points,
      SortedMap<String, SortedSet<String>> allowed,
      Relabelling<P> relabelling,
      BinaryOperator<P> sum) {
    Map<Labels, P> merged = new LinkedHashMap<>();
    for (P point : points) {
      Labels labels = constrained(point.getLabels(), allowed);
      merged.merge(labels, relabelling.apply(point, labels), sum);
    }
    return List.copyOf(merged.values());
  }

  private static Labels constrained(Labels labels, SortedMap<String, SortedSet<String>> allowed) {
    var names = new ArrayList<String>();
    var values = new ArrayList<String>();
    for (int i = 0; i < labels.size(); i++) {
      String name = labels.getName(i);
      String value = labels.getValue(i);
      names.add(name);
      values.add(
          allowed.containsKey(name) && !allowed.get(name).contains(value) ? UNEXPECTED : value);
    }
    return Labels.of(names, values);
  }

  private static HistogramDataPointSnapshot histogram(
      ClassicHistogramBuckets buckets, double sum, Labels labels) {
    return new HistogramDataPointSnapshot(buckets, sum, labels, Exemplars.EMPTY, 0);
  }

  private static ClassicHistogramBuckets sum(
      ClassicHistogramBuckets one, ClassicHistogramBuckets other) {
    var bounds = new ArrayList<Double>();
    var counts = new ArrayList<Long>();
    for (int i = 0; i < one.size(); i++) {
      bounds.add(one.getUpperBound(i));
      counts.add(one.getCount(i) + other.getCount(i));
    }
    return ClassicHistogramBuckets.of(bounds, counts);
  }
}
