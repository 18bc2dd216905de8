package io.coxswain.runtime.metrics;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The metrics that single controllers have beyond those of all controllers. Thread-safe. Asking for
 * a name again returns the same metric, so that several controllers may share one.
 */
public final class Instruments {
  private final PrometheusRegistry registry;
  private final CounterNames names;
  private final boolean isKubernetes;
  private final ReentrantLock lock = new ReentrantLock();
  private final TreeMap<String, Object> known = new TreeMap<>();

  Instruments(PrometheusRegistry registry, CounterNames names, boolean isKubernetes) {
    this.registry = registry;
    this.names = names;
    this.isKubernetes = isKubernetes;
  }

  /** How long a metric keeps its name and labels, as in upstream's help. */
  public enum Stability {
    ALPHA,
    BETA,
    STABLE
  }

  /** A counter; its name is exposed as given, even if it does not end with {@code _total}. */
  public Counter counter(Stability stability, String name, String help, String... labels) {
    return metric(
        Counter.class,
        name,
        () -> {
          if (!name.endsWith(CounterNames.SUFFIX)) {
            names.exposeAsGiven(name);
          }
          return Counter.builder()
              .name(name)
              .help(help(stability, help))
              .labelNames(labels)
              .withoutExemplars()
              .register(registry);
        });
  }

  public Gauge gauge(String name, String help, String... labels) {
    return metric(
        Gauge.class,
        name,
        () ->
            Gauge.builder()
                .name(name)
                .help(help(Stability.ALPHA, help))
                .labelNames(labels)
                .withoutExemplars()
                .register(registry));
  }

  /** A gauge that is evaluated on each scrape, so that idle controllers do nothing. */
  public void gauge(
      String name, String help, Consumer<GaugeWithCallback.Callback> values, String... labels) {
    metric(
        GaugeWithCallback.class,
        name,
        () ->
            GaugeWithCallback.builder()
                .name(name)
                .help(help(Stability.ALPHA, help))
                .labelNames(labels)
                .callback(values)
                .register(registry));
  }

  public Histogram histogram(
      Stability stability, String name, String help, double[] bounds, String... labels) {
    return metric(
        Histogram.class,
        name,
        () ->
            Histogram.builder()
                .name(name)
                .help(help(stability, help))
                .classicOnly()
                .classicUpperBounds(bounds)
                .labelNames(labels)
                .withoutExemplars()
                .register(registry));
  }

  /** Bounds of a histogram, each the given factor times the one before. */
  public static double[] bounds(double first, double factor, int count) {
    double[] bounds = new double[count];
    for (int i = 0; i < count; i++) {
      bounds[i] = first;
      first *= factor;
    }
    return bounds;
  }

  private <M> M metric(Class<M> type, String name, Supplier<M> make) {
    lock.lock();
    try {
      return type.cast(known.computeIfAbsent(name, n -> make.get()));
    } finally {
      lock.unlock();
    }
  }

  private String help(Stability stability, String text) {
    return isKubernetes ? "[" + stability + "] " + text : text;
  }
}
