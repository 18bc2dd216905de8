package io.coxswain.node.scheduler;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Where a pod goes. */
sealed interface Placement {

  /** The pod goes to this node. */
  record On(String node) implements Placement {}

  /**
   * No node fits.
   *
   * @param message counts why, in kube-scheduler's words
   * @param helpful the nodes where it would help if others went
   */
  record Nowhere(String message, List<String> helpful) implements Placement {}

  /**
   * Chooses a node.
   *
   * @param volumes why the pod's volumes keep it from a node
   */
  static Placement choose(ClusterView view, PodFacts pod, Function<Host, List<String>> volumes) {
    if (view.hosts().isEmpty()) {
      return new Nowhere("no nodes available to schedule pods", List.of());
    }
    var filter = new Filter(view, pod, volumes);
    Host promised = pod.nominated().isEmpty() ? null : view.host(pod.nominated());
    if (promised != null && filter.refusal(promised).reasons().isEmpty()) {
      return new On(promised.name());
    }
    var refusals = new TreeMap<String, Integer>();
    var helpful = new ArrayList<String>();
    var fitting = new ArrayList<Host>();
    Sample sample = view.sample();
    while (sample.hasMore(fitting.size())) {
      Host host = sample.next();
      Filter.Refusal refusal = filter.refusal(host);
      if (refusal.reasons().isEmpty()) {
        fitting.add(host);
      } else {
        refusal.reasons().forEach(reason -> refusals.merge(reason, 1, Integer::sum));
        if (!refusal.helpless()) {
          helpful.add(host.name());
        }
      }
    }
    view.sampled(sample);
    return fitting.isEmpty()
        ? new Nowhere(summary(view.hosts().size(), refusals), List.copyOf(helpful))
        : new On(new Scores(view, pod).best(fitting).name());
  }

  static String summary(int nodes, Map<String, Integer> refusals) {
    return refusals.entrySet().stream()
        .map(e -> e.getValue() + " " + e.getKey())
        .sorted()
        .collect(Collectors.joining(", ", "0/" + nodes + " nodes are available: ", "."));
  }
}
