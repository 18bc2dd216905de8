package io.coxswain.apiserver.metrics;

import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.datapoints.GaugeDataPoint;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The time series of one kind of request: looked up once, and exported from their first use on. */
final class Series {
  private final IntFunction<CounterDataPoint> requests;
  private final Supplier<DistributionDataPoint> seconds;
  private final Supplier<GaugeDataPoint> open;
  private final Supplier<CounterDataPoint> events;
  private final ConcurrentHashMap<Integer, CounterDataPoint> byCode = new ConcurrentHashMap<>();
  private volatile @Nullable DistributionDataPoint times;

  /**
   * @param requests the counter for a status code
   */
  Series(
      IntFunction<CounterDataPoint> requests,
      Supplier<DistributionDataPoint> seconds,
      Supplier<GaugeDataPoint> open,
      Supplier<CounterDataPoint> events) {
    this.requests = requests;
    this.seconds = seconds;
    this.open = open;
    this.events = events;
  }

  void answered(int code) {
    CounterDataPoint known = byCode.get(code);
    (known != null ? known : byCode.computeIfAbsent(code, requests::apply)).inc();
  }

  void answered(int code, double after) {
    answered(code);
    DistributionDataPoint known = times;
    if (known == null) {
      known = seconds.get(); // the same object for all threads
      times = known;
    }
    known.observe(after);
  }

  OpenCount opened() {
    return new OpenCount(open.get());
  }

  CounterDataPoint events() {
    return events.get();
  }
}
