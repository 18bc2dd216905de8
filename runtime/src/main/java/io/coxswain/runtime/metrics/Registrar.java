package io.coxswain.runtime.metrics;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.function.Consumer;

/**
 * Creates metrics. Metrics that a naming scheme does not have are created too, so that there is one
 * instrumentation point per fact, but not exposed. No exemplars: they would start a scheduler
 * thread of the library.
 */
final class Registrar {
  private final PrometheusRegistry registry;
  private final MetricNaming flavour;

  Registrar(PrometheusRegistry registry, MetricNaming flavour) {
    this.registry = registry;
    this.flavour = flavour;
  }

  MetricNaming flavour() {
    return flavour;
  }

  boolean isKubernetes() {
    return flavour == MetricNaming.KUBERNETES;
  }

  Counter counter(boolean shown, String name, String help, String... labels) {
    Counter counter =
        Counter.builder().name(name).help(help(help)).labelNames(labels).withoutExemplars().build();
    if (shown) {
      registry.register(counter);
    }
    return counter;
  }

  Gauge gauge(boolean shown, String name, String help, String... labels) {
    Gauge gauge =
        Gauge.builder().name(name).help(help(help)).labelNames(labels).withoutExemplars().build();
    if (shown) {
      registry.register(gauge);
    }
    return gauge;
  }

  /** Adds a gauge that is evaluated on each scrape, so that idle components do nothing. */
  void gauge(
      String name, String help, Consumer<GaugeWithCallback.Callback> values, String... labels) {
    registry.register(
        GaugeWithCallback.builder()
            .name(name)
            .help(help(help))
            .labelNames(labels)
            .callback(values)
            .build());
  }

  Histogram histogram(boolean shown, String name, String help, double[] bounds, String... labels) {
    Histogram histogram =
        Histogram.builder()
            .name(name)
            .help(help(help))
            .classicOnly()
            .classicUpperBounds(bounds)
            .labelNames(labels)
            .withoutExemplars()
            .build();
    if (shown) {
      registry.register(histogram);
    }
    return histogram;
  }

  private String help(String text) {
    return isKubernetes() ? "[ALPHA] " + text : text;
  }
}
