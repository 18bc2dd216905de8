package io.coxswain.apiserver.flow;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;

/** The metrics of flow control, under upstream's names. */
final class FlowMetrics {
  private static final String PREFIX = "apiserver_flowcontrol_";
  private static final String LEVEL = "priority_level";
  private static final String SCHEMA = "flow_schema";
  private static final double[] SECONDS = {
    0, 0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30
  };
  private static final double[] LENGTHS = {0, 10, 25, 50, 100, 250, 500, 1000};
  private static final double[] WATCHES = {0, 1, 10, 100, 1000, 10000};
  private static final double[] SEATS = {1, 2, 4, 8, 16, 32, 64, 100};

  private final PrometheusRegistry registry;
  private final Map<String, FlowSeries> series = new ConcurrentHashMap<>();
  final Counter rejected;
  final Counter dispatched;
  final Counter notAccommodated;
  final Histogram queueLengths;
  final Histogram waits;
  final Histogram executions;
  final Histogram seats;
  final Histogram watchers;
  private final Gauge nominal;
  private final Gauge lower;
  private final Gauge upper;
  private final Gauge current;
  private final Gauge demandMax;
  private final Gauge demandAverage;
  private final Gauge demandDeviation;
  private final Gauge demandSmoothed;
  private final Gauge target;
  private final Gauge fairFraction;

  /**
   * @param levels those that exist when metrics are read
   * @param requests the observations of reads and writes at that time
   */
  FlowMetrics(
      PrometheusRegistry registry,
      Supplier<Collection<PriorityLevel>> levels,
      Supplier<List<HistogramDataPointSnapshot>> requests) {
    this.registry = registry;
    watchers =
        histogram(
            "watch_count_samples",
            "The number of watches that receive the event of a write.",
            WATCHES);
    progress(levels);
    timings(levels);
    collected(
        "read_vs_write_current_requests",
        "Every nanosecond, the requests in this phase as a fraction of the limit of all levels.",
        requests);
    rejected = counter("rejected_requests_total", "Requests that found no seat in time.", "reason");
    dispatched = counter("dispatched_requests_total", "Requests that were executed.");
    notAccommodated =
        counter(
            "request_dispatch_no_accommodation_total",
            "Attempts to dispatch that found too few free seats.");
    queueLengths =
        histogram("request_queue_length_after_enqueue", "The length of queues.", LENGTHS);
    waits =
        histogram(
            "request_wait_duration_seconds",
            "How long requests waited in their queue.",
            SECONDS,
            "execute");
    executions =
        histogram(
            "request_execution_seconds",
            "How long requests were executed; of watches, until they began.",
            SECONDS,
            "type");
    seats = histogram("work_estimated_seats", "The estimated seats of requests.", SEATS);
    nominal = gauge("nominal_limit_seats", "The configured seats of the level.");
    lower = gauge("lower_limit_seats", "The seats that the level does not lend.");
    upper = gauge("upper_limit_seats", "The seats of the level with all that it may borrow.");
    current = gauge("current_limit_seats", "The seats that the level has now.");
    demandMax = gauge("demand_seats_high_watermark", "The most seats wanted in the last period.");
    demandAverage = gauge("demand_seats_average", "The seats wanted, on average.");
    demandDeviation = gauge("demand_seats_stdev", "The standard deviation of seats wanted.");
    demandSmoothed = gauge("demand_seats_smoothed", "The seats wanted, smoothed.");
    target = gauge("target_seats", "The seats that the level should have.");
    fairFraction =
        Gauge.builder()
            .name(PREFIX + "seat_fair_frac")
            .help("The fraction of its target that each level gets.")
            .withoutExemplars()
            .register(registry);
    counted("current_executing_requests", "Requests that are executed.", s -> s.executing.get());
    counted("current_executing_seats", "Seats in use.", s -> s.executingSeats.get());
    counted("current_inqueue_requests", "Requests in queues.", s -> s.queued.get());
    counted(
        "current_inqueue_seats", "Seats wanted by requests in queues.", s -> s.queuedSeats.get());
  }

  private void timings(Supplier<Collection<PriorityLevel>> levels) {
    collected(
        "demand_seats",
        "Every nanosecond, the seats that the level could use as a fraction of its seats.",
        () -> each(levels, (level, name) -> level.read((t, now) -> List.of(t.demand(name, now)))));
    collected(
        "priority_level_seat_utilization",
        "Every nanosecond, the seats in use as a fraction of the seats of the level.",
        () -> each(levels, (level, name) -> level.read((t, now) -> List.of(t.seats(name, now)))));
    collected(
        "priority_level_request_utilization",
        "Every nanosecond, the requests in this phase as a fraction of the limit of the level.",
        () -> each(levels, (level, name) -> level.read((t, now) -> t.requests(name, now))));
  }

  private static List<HistogramDataPointSnapshot> each(
      Supplier<Collection<PriorityLevel>> levels,
      BiFunction<PriorityLevel, String, List<HistogramDataPointSnapshot>> points) {
    return levels.get().stream()
        .flatMap(level -> points.apply(level, level.config().name()).stream())
        .toList();
  }

  private void collected(
      String name, String help, Supplier<List<HistogramDataPointSnapshot>> points) {
    MetricMetadata metadata = new MetricMetadata(PREFIX + name, help);
    registry.register((Collector) () -> new HistogramSnapshot(metadata, points.get()));
  }

  /** The meters of fair queuing. */
  private void progress(Supplier<Collection<PriorityLevel>> levels) {
    registry.register(
        GaugeWithCallback.builder()
            .name(PREFIX + "current_r")
            .help("The progress meter of the level.")
            .labelNames(LEVEL)
            .callback(
                out ->
                    levels.get().stream()
                        .filter(level -> !level.config().exempt())
                        .forEach(level -> out.call(level.meter(), level.config().name())))
            .build());
    dispatched(levels, "dispatch_r", "The meter at the last dispatch.", DispatchProgress::meter);
    dispatched(
        levels,
        "latest_s",
        "The virtual start of the request dispatched last.",
        DispatchProgress::start);
    bounds(
        levels,
        "next_s_bounds",
        "Bounds over the queues of the virtual start of the oldest waiting request.",
        DispatchProgress::earliest,
        DispatchProgress::latest);
    bounds(
        levels,
        "next_discounted_s_bounds",
        "As next_s_bounds, less the estimated work of requests in execution.",
        DispatchProgress::discountedEarliest,
        DispatchProgress::discountedLatest);
  }

  private void dispatched(
      Supplier<Collection<PriorityLevel>> levels,
      String name,
      String help,
      ToDoubleFunction<DispatchProgress> value) {
    registry.register(
        GaugeWithCallback.builder()
            .name(PREFIX + name)
            .help(help)
            .labelNames(LEVEL)
            .callback(
                out ->
                    levels
                        .get()
                        .forEach(
                            level ->
                                level
                                    .progress()
                                    .ifPresent(
                                        p ->
                                            out.call(
                                                value.applyAsDouble(p), level.config().name()))))
            .build());
  }

  private void bounds(
      Supplier<Collection<PriorityLevel>> levels,
      String name,
      String help,
      ToDoubleFunction<DispatchProgress> min,
      ToDoubleFunction<DispatchProgress> max) {
    registry.register(
        GaugeWithCallback.builder()
            .name(PREFIX + name)
            .help(help)
            .labelNames(LEVEL, "bound")
            .callback(
                out -> {
                  for (PriorityLevel level : levels.get()) {
                    String own = level.config().name();
                    level
                        .progress()
                        .ifPresent(
                            p -> {
                              out.call(min.applyAsDouble(p), own, "min");
                              out.call(max.applyAsDouble(p), own, "max");
                            });
                  }
                })
            .build());
  }

  private Counter counter(String name, String help, String... more) {
    return Counter.builder()
        .name(PREFIX + name)
        .help(help)
        .labelNames(labels(more))
        .withoutExemplars()
        .register(registry);
  }

  private Histogram histogram(String name, String help, double[] bounds, String... more) {
    return Histogram.builder()
        .name(PREFIX + name)
        .help(help)
        .labelNames(labels(more))
        .classicOnly()
        .classicUpperBounds(bounds)
        .withoutExemplars()
        .register(registry);
  }

  private static String[] labels(String... more) {
    return more.length == 0 ? new String[] {LEVEL, SCHEMA} : new String[] {LEVEL, SCHEMA, more[0]};
  }

  private Gauge gauge(String name, String help) {
    return Gauge.builder()
        .name(PREFIX + name)
        .help(help)
        .labelNames(LEVEL)
        .withoutExemplars()
        .register(registry);
  }

  private void counted(String name, String help, ToIntFunction<FlowSeries> value) {
    registry.register(
        GaugeWithCallback.builder()
            .name(PREFIX + name)
            .help(help)
            .labelNames(LEVEL, SCHEMA)
            .callback(
                out ->
                    series
                        .values()
                        .forEach(s -> out.call(value.applyAsInt(s), s.level(), s.schema())))
            .build());
  }

  /** The series of a schema at a level; the same object for all configurations. */
  FlowSeries series(String level, String schema) {
    return series.computeIfAbsent(level + "/" + schema, _ -> new FlowSeries(this, level, schema));
  }

  void configured(String level, int seatsOfLevel, int least, int most) {
    nominal.labelValues(level).set(seatsOfLevel);
    lower.labelValues(level).set(least);
    upper.labelValues(level).set(most);
  }

  void adjusted(String level, SeatDemand.Observed demand, double wanted, int limit) {
    demandMax.labelValues(level).set(demand.max());
    demandAverage.labelValues(level).set(demand.average());
    demandDeviation.labelValues(level).set(demand.deviation());
    demandSmoothed.labelValues(level).set(demand.smoothed());
    target.labelValues(level).set(wanted);
    current.labelValues(level).set(limit);
  }

  void fairFraction(double fraction) {
    fairFraction.set(fraction);
  }

  /** Ends the series of levels that no longer exist. */
  void forget(String level) {
    for (Gauge gauge :
        new Gauge[] {
          nominal,
          lower,
          upper,
          current,
          demandMax,
          demandAverage,
          demandDeviation,
          demandSmoothed,
          target
        }) {
      gauge.remove(level);
    }
  }

  /** Ends the series of a schema that no longer exists. */
  void forget(FlowSchema schema) {
    series.remove(schema.level() + "/" + schema.name());
    dispatched.remove(schema.level(), schema.name());
    seats.remove(schema.level(), schema.name());
    watchers.remove(schema.level(), schema.name());
    queueLengths.remove(schema.level(), schema.name());
    notAccommodated.remove(schema.level(), schema.name());
    for (String value : new String[] {"true", "false"}) {
      waits.remove(schema.level(), schema.name(), value);
    }
    for (String type : new String[] {"regular", "watch"}) {
      executions.remove(schema.level(), schema.name(), type);
    }
    for (String reason : new String[] {"concurrency-limit", "queue-full", "time-out"}) {
      rejected.remove(schema.level(), schema.name(), reason);
    }
  }
}
