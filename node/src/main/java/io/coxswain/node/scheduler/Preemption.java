package io.coxswain.node.scheduler;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The pods to preempt so that a pod of higher priority fits.
 *
 * @param node the node
 * @param victims the smallest set of pods, preferring those of lower priority
 */
record Preemption(String node, List<PodFacts> victims) {

  /** The order of victims: pods of higher priority last, then older ones last. */
  private static final Comparator<PodFacts> MOST_IMPORTANT_FIRST =
      Comparator.comparingInt((PodFacts p) -> -p.shape().priority())
          .thenComparing(PodFacts::started)
          .thenComparing(PodFacts::key);

  /**
   * The cost of a choice: violated budgets, then the highest priority of a victim, then the sum of
   * priorities, then the number of victims.
   */
  private record Cost(long broken, int highest, long sum, int count) {
    static final Comparator<Cost> LEAST_FIRST =
        Comparator.comparingLong(Cost::broken)
            .thenComparingInt(Cost::highest)
            .thenComparingLong(Cost::sum)
            .thenComparingInt(Cost::count);
  }

  /**
   * Finds the node where preemption costs least.
   *
   * @param helpful the nodes to look at
   * @param guarded pods whose disruption budget is used up
   */
  static Optional<Preemption> find(
      ClusterView view,
      PodFacts pod,
      List<String> helpful,
      Function<Host, List<String>> volumes,
      Predicate<PodFacts> guarded) {
    Preemption best = null;
    Cost least = null;
    for (String name : helpful) {
      Host host = view.host(name);
      if (host == null) {
        continue;
      }
      Optional<Preemption> found = on(view, host, pod, volumes, guarded);
      if (found.isPresent()) {
        Cost cost = cost(found.get().victims(), guarded);
        if (least == null || Cost.LEAST_FIRST.compare(cost, least) < 0) {
          best = found.get();
          least = cost;
        }
      }
    }
    return Optional.ofNullable(best);
  }

  private static Cost cost(List<PodFacts> victims, Predicate<PodFacts> guarded) {
    return new Cost(
        victims.stream().filter(guarded).count(),
        victims.stream().mapToInt(p -> p.shape().priority()).max().orElse(Integer.MIN_VALUE),
        victims.stream().mapToLong(p -> p.shape().priority() - (long) Integer.MIN_VALUE).sum(),
        victims.size());
  }

  /** Removes all pods of lower priority, then adds back those that fit together with the pod. */
  private static Optional<Preemption> on(
      ClusterView view,
      Host host,
      PodFacts pod,
      Function<Host, List<String>> volumes,
      Predicate<PodFacts> guarded) {
    List<PodFacts> lesser =
        host.pods().stream()
            .filter(p -> p.shape().priority() < pod.shape().priority())
            .sorted(
                // those whose budget allows no disruption are put back first
                Comparator.comparing((PodFacts p) -> !guarded.test(p))
                    .thenComparing(MOST_IMPORTANT_FIRST))
            .toList();
    if (lesser.isEmpty()) {
      return Optional.empty();
    }
    var victims = new ArrayList<PodFacts>();
    lesser.forEach(p -> view.remove(p.uid()));
    try {
      if (!fits(view, host, pod, volumes)) {
        return Optional.empty();
      }
      for (PodFacts candidate : lesser) {
        view.place(candidate);
        if (!fits(view, host, pod, volumes)) {
          view.remove(candidate.uid());
          victims.add(candidate);
        }
      }
    } finally {
      lesser.forEach(view::place);
    }
    return victims.isEmpty()
        ? Optional.empty()
        : Optional.of(new Preemption(host.name(), List.copyOf(victims)));
  }

  private static boolean fits(
      ClusterView view, Host host, PodFacts pod, Function<Host, List<String>> volumes) {
    return new Filter(view, pod, volumes).refusal(host).reasons().isEmpty();
  }

  /** The message if no pods can be preempted. */
  static String inVain(int nodes, int helpful) {
    var reasons = new TreeMap<String, Integer>();
    if (helpful > 0) {
      reasons.put("No preemption victims found for incoming pod", helpful);
    }
    if (nodes > helpful) {
      reasons.put("Preemption is not helpful for scheduling", nodes - helpful);
    }
    return "preemption: " + Placement.summary(nodes, reasons);
  }
}
