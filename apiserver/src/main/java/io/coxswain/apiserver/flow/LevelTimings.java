package io.coxswain.apiserver.flow;

import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.List;

/** What a priority level uses and wants over time. Guarded by the lock of the level. */
final class LevelTimings {
  static final double[] DEMAND = {0.2, 0.4, 0.6, 0.8, 1, 1.2, 1.4, 1.7, 2, 2.8, 4, 6};
  static final double[] UTILIZATION = {
    0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1
  };
  static final double[] REQUESTS = {0, 0.001, 0.003, 0.01, 0.03, 0.1, 0.25, 0.5, 0.75, 1};

  private final TimingHistogram demand;
  private final TimingHistogram seats;
  private final TimingHistogram waiting;
  private final TimingHistogram executing;

  LevelTimings(long nanos) {
    demand = new TimingHistogram(DEMAND, nanos);
    seats = new TimingHistogram(UTILIZATION, nanos);
    waiting = new TimingHistogram(REQUESTS, nanos);
    executing = new TimingHistogram(REQUESTS, nanos);
  }

  void set(
      int seatsInUse, int seatsWanted, int requestsExecuting, int requestsWaiting, long nanos) {
    demand.set(seatsInUse + seatsWanted, nanos);
    seats.set(seatsInUse, nanos);
    executing.set(requestsExecuting, nanos);
    waiting.set(requestsWaiting, nanos);
  }

  /**
   * @param limit the seats of the level
   */
  void relateTo(int limit, LevelConfig config, long nanos) {
    demand.relateTo(limit, nanos);
    seats.relateTo(limit, nanos);
    executing.relateTo(limit, nanos);
    waiting.relateTo(Math.max(1, config.queueLength()) * Math.max(1, config.queues()), nanos);
  }

  HistogramDataPointSnapshot demand(String level, long nanos) {
    return demand.snapshot(nanos, Labels.of("priority_level", level));
  }

  HistogramDataPointSnapshot seats(String level, long nanos) {
    return seats.snapshot(nanos, Labels.of("phase", "executing", "priority_level", level));
  }

  List<HistogramDataPointSnapshot> requests(String level, long nanos) {
    return List.of(
        executing.snapshot(nanos, Labels.of("phase", "executing", "priority_level", level)),
        waiting.snapshot(nanos, Labels.of("phase", "waiting", "priority_level", level)));
  }
}
