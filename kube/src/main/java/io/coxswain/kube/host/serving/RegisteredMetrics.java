package io.coxswain.kube.host.serving;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The metric {@code registered_metrics_total}: the number of exposed metrics by stability level,
 * which their help states. Metrics without a level, such as those of the JVM, are not counted. No
 * metric is deprecated.
 */
final class RegisteredMetrics {
  /** The name as exposed. */
  static final String EXPOSED = "registered_metrics_total";

  private static final String NAME = "registered_metrics";
  private static final String BETA = "BETA";
  private static final List<String> LEVELS = List.of("ALPHA", BETA, "STABLE", "INTERNAL");

  private RegisteredMetrics() {}

  /** The metrics and their number. */
  static MetricSnapshots addTo(MetricSnapshots all) {
    var counts = new TreeMap<String, Integer>();
    all.forEach(metric -> level(metric).ifPresent(level -> counts.merge(level, 1, Integer::sum)));
    counts.merge(BETA, 1, Integer::sum); // this one
    CounterSnapshot.Builder number =
        CounterSnapshot.builder()
            .name(NAME)
            .help(
                "[BETA] The count of registered metrics broken by stability level and deprecation"
                    + " version.");
    counts.forEach(
        (level, count) ->
            number.dataPoint(
                CounterSnapshot.CounterDataPointSnapshot.builder()
                    .labels(Labels.of("deprecated_version", "", "stability_level", level))
                    .value(count)
                    .build()));
    var more = new ArrayList<MetricSnapshot>(all.stream().toList());
    more.add(number.build());
    return new MetricSnapshots(more);
  }

  private static Optional<String> level(MetricSnapshot metric) {
    String help = metric.getMetadata().getHelp();
    return help == null
        ? Optional.empty()
        : LEVELS.stream().filter(level -> help.startsWith("[" + level + "]")).findFirst();
  }
}
