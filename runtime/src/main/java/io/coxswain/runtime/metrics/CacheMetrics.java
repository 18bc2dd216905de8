package io.coxswain.runtime.metrics;

import io.coxswain.api.ResourceType;
import io.prometheus.metrics.core.metrics.Histogram;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.ToDoubleFunction;

/** Metrics of caches: size, position and backlog of subscribers. */
public final class CacheMetrics {
  private static final double[] SECONDS = {
    0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10
  };

  private final Map<ResourceType, Source> sources = new ConcurrentSkipListMap<>();
  private final Histogram latency;

  /** A cache, read on each scrape. */
  public interface Source {
    /** Size of the cached objects, without headers. */
    long bytes();

    /** The backlog of the slowest subscriber. */
    int waiting();

    /** The resourceVersion that the cache has reached; negative if it has none. */
    long version();
  }

  CacheMetrics(Registrar registrar, String program) {
    each(
        registrar,
        "coxswain_cache_bytes",
        "Bytes of objects kept in the cache of a kind",
        Source::bytes,
        "");
    each(
        registrar,
        "coxswain_cache_waiting_changes",
        "Changes that wait for the slowest reader of a kind",
        Source::waiting,
        "");
    boolean kubernetes = registrar.isKubernetes();
    String[] labels = {"name", "group", "version", "resource"};
    latency =
        registrar.histogram(
            kubernetes,
            "informer_processing_latency_seconds",
            "Time taken to process events after popping from the queue.",
            SECONDS,
            labels);
    if (kubernetes) {
      each(
          registrar,
          "informer_queued_items",
          "Number of items currently queued in the FIFO.",
          Source::waiting,
          program);
      each(
          registrar,
          "informer_store_resource_version",
          "15 least significant digits of the resource version of the store.",
          source -> Math.max(0, source.version()) % 1_000_000_000_000_000L,
          program);
    }
  }

  private void each(
      Registrar registrar,
      String name,
      String help,
      ToDoubleFunction<Source> value,
      String program) {
    boolean informer = !program.isEmpty();
    String[] labels =
        informer
            ? new String[] {"name", "group", "version", "resource"}
            : new String[] {"group", "kind"};
    registrar.gauge(
        name,
        help,
        values ->
            new TreeMap<>(sources)
                .forEach(
                    (type, source) -> {
                      String[] named =
                          informer
                              ? new String[] {program, type.group(), type.version(), type.plural()}
                              : new String[] {type.group(), type.kind()};
                      values.call(value.applyAsDouble(source), named);
                    }),
        labels);
  }

  /** Adds a cache. */
  public void observe(ResourceType type, Source source) {
    sources.put(type, source);
  }

  public void forget(ResourceType type) {
    sources.remove(type);
  }

  /** Records that a subscriber has handled a change. */
  public void processed(String program, ResourceType type, long nanos) {
    latency.labelValues(program, type.group(), type.version(), type.plural()).observe(nanos / 1e9);
  }
}
