package io.coxswain.slurm.exporter;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.DoubleAdder;

/** The exporter's metrics about itself. */
final class SelfMetrics {
  private static final String GAUGE = "gauge";
  private static final String COUNTER = "counter";

  private final AtomicLong attempts = new AtomicLong();
  private final AtomicLong failures = new AtomicLong();
  private final AtomicLong requests = new AtomicLong();
  private final AtomicLong exported = new AtomicLong();
  private volatile double duration;

  private final Map<String, Double> durations = new ConcurrentSkipListMap<>();
  private final Map<String, Double> inflight = new ConcurrentSkipListMap<>();
  private final Map<String, DoubleAdder> errors = new ConcurrentSkipListMap<>();
  private final Map<String, DoubleAdder> skipped = new ConcurrentSkipListMap<>();

  void round(double seconds, boolean failed) {
    attempts.incrementAndGet();
    duration = seconds;
    if (failed) {
      failures.incrementAndGet();
    }
  }

  void run(String collector, double seconds) {
    durations.put(collector, seconds);
  }

  void inflight(String collector, int runs) {
    inflight.put(collector, (double) runs);
  }

  void error(String collector) {
    errors.computeIfAbsent(collector, c -> new DoubleAdder()).add(1);
  }

  void skipped(String collector) {
    skipped.computeIfAbsent(collector, c -> new DoubleAdder()).add(1);
  }

  void scraped(long series) {
    requests.incrementAndGet();
    exported.set(series);
  }

  byte[] page() {
    var page = new Exposition(4096);
    one(
        page,
        "collection_attempts_total",
        COUNTER,
        "Total number of metrics collection attempts",
        (double) attempts.get());
    one(
        page,
        "collection_duration_seconds",
        GAUGE,
        "Duration of the most recent metrics collection from SLURM APIs",
        duration);
    one(
        page,
        "collection_failures_total",
        COUNTER,
        "Total number of failed metrics collection attempts",
        (double) failures.get());
    each(
        page,
        "collector_duration_seconds",
        GAUGE,
        "Duration of the most recent sub-collector run, labeled by collector",
        durations);
    each(
        page,
        "collector_errors_total",
        COUNTER,
        "Total number of errors per sub-collector during metrics collection, labeled by collector",
        errors);
    each(
        page,
        "collector_inflight",
        GAUGE,
        "Number of sub-collector runs currently in progress, labeled by collector",
        inflight);
    each(
        page,
        "collector_skipped_total",
        COUNTER,
        "Total number of skipped sub-collector runs because the in-flight limit was reached,"
            + " labeled by collector",
        skipped);
    one(
        page,
        "metrics_exported",
        GAUGE,
        "Number of metrics exported in the last scrape",
        (double) exported.get());
    one(
        page,
        "metrics_requests_total",
        COUNTER,
        "Total number of requests to /metrics endpoint",
        (double) requests.get());
    return page.bytes();
  }

  private static void one(Exposition page, String name, String type, String help, double value) {
    page.family("slurm_exporter_" + name, type, help);
    page.sample(value);
  }

  private static void each(
      Exposition page, String name, String type, String help, Map<String, ? extends Number> by) {
    if (!by.isEmpty()) {
      page.family("slurm_exporter_" + name, type, help);
      by.forEach((collector, value) -> page.sample(value.doubleValue(), "collector", collector));
    }
  }
}
