package io.coxswain.kube.autoscaling;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Recent recommendations and scale events of one autoscaler. Not thread-safe; used by one reconcile
 * at a time.
 */
final class ScaleMemory {
  private final List<Recommendation> recommendations = new ArrayList<>();
  private final List<Step> ups = new ArrayList<>();
  private final List<Step> downs = new ArrayList<>();

  /** A recommended number of replicas. */
  record Recommendation(int replicas, Instant time) {}

  /** The number of replicas added or removed by a scale event. */
  record Step(int change, Instant time) {}

  /** Starts the windows with the current size, unless there are recommendations already. */
  void begin(int current, Instant now) {
    if (recommendations.isEmpty()) {
      recommendations.add(new Recommendation(current, now));
    }
  }

  List<Recommendation> recommendations() {
    return List.copyOf(recommendations);
  }

  /** Adds a recommendation and drops those before the given time. */
  void recommend(int replicas, Instant now, Instant forgetBefore) {
    recommendations.removeIf(r -> r.time().isBefore(forgetBefore));
    recommendations.add(new Recommendation(replicas, now));
  }

  /** Adds a scale event and drops those older than the period. */
  void scaled(int from, int to, Duration longestPeriod, Instant now) {
    List<Step> steps = to > from ? ups : downs;
    steps.removeIf(step -> step.time().isBefore(now.minus(longestPeriod)));
    steps.add(new Step(Math.abs(to - from), now));
  }

  /** The number of replicas at the start of the period that ends now. */
  int before(int current, Duration period, Instant now) {
    return current - sum(ups, period, now) + sum(downs, period, now);
  }

  private static int sum(List<Step> steps, Duration period, Instant now) {
    return steps.stream()
        .filter(step -> step.time().isAfter(now.minus(period)))
        .mapToInt(Step::change)
        .sum();
  }
}
