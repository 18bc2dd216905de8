package io.coxswain.kube.autoscaling;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What was recommended and done for one autoscaler of late. Used by one pass at a time. */
final class ScaleMemory {
  private final List<Recommendation> recommendations = new ArrayList<>();
  private final List<Step> ups = new ArrayList<>();
  private final List<Step> downs = new ArrayList<>();

  /** A number of replicas that was thought right. */
  record Recommendation(int replicas, Instant time) {}

  /** By how many replicas the target was scaled. */
  record Step(int change, Instant time) {}

  /** The windows begin with the size that is found. */
  void begin(int current, Instant now) {
    if (recommendations.isEmpty()) {
      recommendations.add(new Recommendation(current, now));
    }
  }

  List<Recommendation> recommendations() {
    return List.copyOf(recommendations);
  }

  /** Remembers the recommendation, and forgets those from before the time. */
  void recommend(int replicas, Instant now, Instant forgetBefore) {
    recommendations.removeIf(r -> r.time().isBefore(forgetBefore));
    recommendations.add(new Recommendation(replicas, now));
  }

  /** Remembers that the target was scaled, and forgets steps longer ago than the period. */
  void scaled(int from, int to, Duration longestPeriod, Instant now) {
    List<Step> steps = to > from ? ups : downs;
    steps.removeIf(step -> step.time().isBefore(now.minus(longestPeriod)));
    steps.add(new Step(Math.abs(to - from), now));
  }

  /** How many replicas there were at the start of the period that ends now. */
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
