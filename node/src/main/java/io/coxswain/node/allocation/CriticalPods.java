package io.coxswain.node.allocation;

import io.coxswain.node.fit.Amounts;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Chooses the pods that a node ends to make room for a critical pod: of the lowest quality of
 * service class that suffices, as few as possible, the smallest first.
 */
final class CriticalPods {
  private CriticalPods() {}

  /** How much of a resource must become free. */
  private record Need(String resource, long amount) {}

  /**
   * The pods to end.
   *
   * @return empty if even the end of all pods that may be preempted would not suffice
   */
  static Optional<List<Tenant>> victims(
      Collection<Tenant> tenants, int priority, List<Amounts.Shortage> shortages) {
    List<Need> needs = needs(shortages);
    List<Tenant> bestEffort = preemptable(tenants, priority, "BestEffort");
    List<Tenant> burstable = preemptable(tenants, priority, "Burstable");
    List<Tenant> guaranteed = preemptable(tenants, priority, "Guaranteed");
    if (!without(without(without(needs, bestEffort), burstable), guaranteed).isEmpty()) {
      return Optional.empty();
    }
    List<Tenant> victims =
        new ArrayList<>(closest(guaranteed, without(without(needs, bestEffort), burstable)));
    victims.addAll(closest(burstable, without(without(needs, bestEffort), victims)));
    victims.addAll(closest(bestEffort, without(needs, victims)));
    return Optional.of(victims);
  }

  /** The shortages as a kubelet writes them into the error. */
  static String describe(List<Amounts.Shortage> shortages) {
    return needs(shortages).stream()
        .map(need -> "(res: %s, q: %d), ".formatted(need.resource, need.amount))
        .collect(Collectors.joining("", "[", "]"));
  }

  private static List<Need> needs(List<Amounts.Shortage> shortages) {
    return shortages.stream()
        .map(lack -> new Need(lack.resource(), lack.requested() - (lack.capacity() - lack.used())))
        .toList();
  }

  private static List<Tenant> preemptable(
      Collection<Tenant> tenants, int priority, String qosClass) {
    return tenants.stream()
        .filter(t -> t.qosClass.equals(qosClass) && t.isPreemptableBy(priority))
        .toList();
  }

  /** What is needed besides the resources of the given pods. */
  private static List<Need> without(List<Need> needs, List<Tenant> pods) {
    return needs.stream()
        .map(need -> new Need(need.resource, need.amount - sum(pods, need.resource)))
        .filter(need -> need.amount > 0)
        .toList();
  }

  private static long sum(List<Tenant> pods, String resource) {
    return pods.stream().mapToLong(pod -> pod.requests.get(resource)).sum();
  }

  private static List<Tenant> closest(List<Tenant> pods, List<Need> needs) {
    var left = new ArrayList<>(pods);
    var chosen = new ArrayList<Tenant>();
    List<Need> open = needs;
    while (!open.isEmpty() && !left.isEmpty()) {
      Tenant best = left.getFirst();
      for (Tenant pod : left) {
        double further = distance(pod, open) - distance(best, open);
        if (further < 0 || (further == 0 && isSmaller(pod, best))) {
          best = pod;
        }
      }
      left.remove(best);
      chosen.add(best);
      open = without(open, List.of(best));
    }
    return chosen;
  }

  /** The part of the needs that remains without the pod; all resources have the same weight. */
  private static double distance(Tenant pod, List<Need> needs) {
    double distance = 0;
    for (Need need : needs) {
      double left = need.amount - pod.requests.get(need.resource);
      if (left > 0) {
        distance += Math.pow(left / need.amount, 2);
      }
    }
    return distance;
  }

  private static boolean isSmaller(Tenant pod, Tenant other) {
    return pod.requests.memory() != other.requests.memory()
        ? pod.requests.memory() < other.requests.memory()
        : pod.requests.cpuMillis() < other.requests.cpuMillis();
  }
}
