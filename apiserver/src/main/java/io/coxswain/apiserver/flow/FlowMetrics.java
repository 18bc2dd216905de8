package io.coxswain.apiserver.flow;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
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

  FlowMetrics(PrometheusRegistry registry) {
    this.registry = registry;
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
