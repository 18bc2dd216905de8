package io.coxswain.kube.autoscaling;

import io.coxswain.api.Timestamps;
import io.coxswain.kube.common.Pods;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Groups pods by whether their metrics count.
 *
 * @param ready the number of pods with a metric that counts
 * @param unready names of pods that have not started yet
 * @param missing names of pods without a metric
 * @param ignored names of terminating and failed pods
 */
record PodGroups(
    int ready, SortedSet<String> unready, SortedSet<String> missing, SortedSet<String> ignored) {

  /**
   * Thresholds for pods that have just started, whose metrics are not representative.
   *
   * @param cpu whether the metric is CPU, which startup distorts
   */
  record Startup(boolean cpu, Duration initializationPeriod, Duration readinessDelay) {}

  static PodGroups of(
      Collection<Pod> pods, Map<String, PodMetric> metrics, Startup startup, Instant now) {
    int ready = 0;
    var unready = new TreeSet<String>();
    var missing = new TreeSet<String>();
    var ignored = new TreeSet<String>();
    for (Pod pod : pods) {
      String name = pod.getMetadata().getName();
      PodMetric metric = metrics.get(name);
      if (Pods.isDeleting(pod) || Pods.phase(pod).equals("Failed")) {
        ignored.add(name);
      } else if (Pods.phase(pod).equals("Pending")) {
        unready.add(name);
      } else if (metric == null) {
        missing.add(name);
      } else if (startup.cpu() && isStarting(pod, metric, startup, now)) {
        unready.add(name);
      } else {
        ready++;
      }
    }
    return new PodGroups(ready, unready, missing, ignored);
  }

  private static boolean isStarting(Pod pod, PodMetric metric, Startup startup, Instant now) {
    Optional<PodCondition> condition = Pods.condition(pod, "Ready");
    Optional<Instant> started = Timestamps.parse(pod.getStatus().getStartTime());
    if (condition.isEmpty() || started.isEmpty()) {
      return true;
    }
    boolean notReady = "False".equals(condition.get().getStatus());
    Instant changed =
        Timestamps.parse(condition.get().getLastTransitionTime()).orElse(Instant.EPOCH);
    if (started.get().plus(startup.initializationPeriod()).isAfter(now)) {
      // The metric window includes time before the pod became ready.
      return notReady || metric.time().isBefore(changed.plus(metric.window()));
    }
    return notReady && started.get().plus(startup.readinessDelay()).isAfter(changed);
  }
}
