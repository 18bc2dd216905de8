package io.coxswain.kube.autoscaling;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Computes the number of replicas from usage and target. All values are in thousandths. */
final class ReplicaCalculator {
  private ReplicaCalculator() {}

  /**
   * A proposed number of replicas.
   *
   * @param utilization mean usage in percent of requests; null if the target is not a utilization
   * @param usage the measured value: the mean per pod, or the total
   */
  record Proposal(int replicas, @Nullable Integer utilization, long usage) {}

  /** The ratio of usage to target. */
  private record Usage(double ratio, @Nullable Integer utilization, long mean) {}

  /** Computes the ratio of usage to target for a group of pods. */
  private interface Comparison {
    Usage of(Map<String, PodMetric> metrics) throws MetricsException;
  }

  /**
   * Proposes by utilization, the percentage of its requests that each pod uses.
   *
   * @param requests of all pods
   * @param target in percent
   */
  static Proposal byUtilization(
      int current,
      Map<String, PodMetric> metrics,
      PodGroups groups,
      Map<String, Long> requests,
      int target,
      Tolerances tolerances)
      throws MetricsException {
    return byPods(
        current,
        metrics,
        groups,
        measured -> utilization(measured, requests, target),
        pod -> requests.getOrDefault(pod, 0L) * Math.max(100, target) / 100,
        tolerances);
  }

  /** Proposes by the mean usage of a pod. */
  static Proposal byAverage(
      int current,
      Map<String, PodMetric> metrics,
      PodGroups groups,
      long target,
      Tolerances tolerances)
      throws MetricsException {
    return byPods(
        current, metrics, groups, measured -> average(measured, target), pod -> target, tolerances);
  }

  private interface Fallback {
    long of(String pod);
  }

  /**
   * Assumes for pods without a metric the value that dampens the change: full usage when scaling
   * down, no usage when scaling up. When scaling up, pods that have not started yet count as unused
   * as well.
   */
  private static Proposal byPods(
      int current,
      Map<String, PodMetric> all,
      PodGroups groups,
      Comparison comparison,
      Fallback fallback,
      Tolerances tolerances)
      throws MetricsException {
    var metrics = new TreeMap<>(all);
    metrics.keySet().removeAll(groups.ignored());
    metrics.keySet().removeAll(groups.unready());
    if (metrics.isEmpty()) {
      throw new MetricsException(
          "did not receive metrics for targeted pods (pods might be unready)");
    }
    Usage usage = comparison.of(metrics);
    boolean growsWithUnready = !groups.unready().isEmpty() && usage.ratio > 1.0;
    if (!growsWithUnready && groups.missing().isEmpty()) {
      int replicas = tolerances.allow(usage.ratio) ? current : ceil(usage.ratio * groups.ready());
      return new Proposal(replicas, usage.utilization, usage.mean);
    }
    if (usage.ratio != 1.0) {
      for (String pod : groups.missing()) {
        metrics.put(pod, PodMetric.assumed(usage.ratio < 1.0 ? fallback.of(pod) : 0));
      }
    }
    if (growsWithUnready) {
      groups.unready().forEach(pod -> metrics.put(pod, PodMetric.assumed(0)));
    }
    double ratio = comparison.of(metrics).ratio;
    int replicas = ceil(ratio * metrics.size());
    boolean turnedAround =
        (usage.ratio < 1.0 && ratio > 1.0)
            || (usage.ratio > 1.0 && ratio < 1.0)
            || (ratio < 1.0 && replicas > current)
            || (ratio > 1.0 && replicas < current);
    return new Proposal(
        tolerances.allow(ratio) || turnedAround ? current : replicas,
        usage.utilization,
        usage.mean);
  }

  private static Usage utilization(
      Map<String, PodMetric> metrics, Map<String, Long> requests, int target)
      throws MetricsException {
    long used = 0;
    long requested = 0;
    int count = 0;
    for (var metric : metrics.entrySet()) {
      Long request = requests.get(metric.getKey());
      if (request != null) {
        used += metric.getValue().value();
        requested += request;
        count++;
      }
    }
    if (requested == 0) {
      throw new MetricsException("no metrics returned matched known pods");
    }
    int utilization = (int) (used * 100 / requested);
    return new Usage((double) utilization / target, utilization, used / count);
  }

  private static Usage average(Map<String, PodMetric> metrics, long target) {
    long used = metrics.values().stream().mapToLong(PodMetric::value).sum();
    long mean = used / metrics.size();
    return new Usage((double) mean / target, null, mean);
  }

  /**
   * Proposes by a total value for all pods together.
   *
   * @param ready the number of running and ready pods
   */
  static Proposal byValue(int current, long usage, long target, int ready, Tolerances tolerances) {
    double ratio = (double) usage / target;
    int replicas;
    if (current == 0) {
      replicas = ceil(ratio);
    } else {
      replicas = tolerances.allow(ratio) ? current : ceil(ratio * ready);
    }
    return new Proposal(replicas, null, usage);
  }

  /** Proposes by a total value that is divided among the pods. */
  static Proposal byValuePerPod(int present, long usage, long targetPerPod, Tolerances tolerances) {
    double ratio = usage / ((double) targetPerPod * present);
    int replicas = tolerances.allow(ratio) ? present : ceil((double) usage / targetPerPod);
    long perPod = usage == Long.MAX_VALUE ? usage : (long) Math.ceil((double) usage / present);
    return new Proposal(replicas, null, perPod);
  }

  /** Saturates at the largest int. */
  private static int ceil(double replicas) {
    return (int) Math.ceil(replicas);
  }
}
