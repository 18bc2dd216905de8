package io.coxswain.node.scheduler;

import io.coxswain.node.fit.Amounts;
import io.coxswain.node.fit.HostPort;
import io.coxswain.node.fit.Taints;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Whether a pod can go to a node, and why not. What concerns the cluster as a whole is worked out
 * once, when the filter is made, so that asking about each node is cheap.
 */
final class Filter {
  private final ClusterView view;
  private final PodFacts pod;
  private final Function<Host, List<String>> volumes;

  /** Values of a topology that are out of the question because a pod there demands distance. */
  private final Map<String, Set<String>> forbidden = new TreeMap<>();

  private final List<Near> near = new ArrayList<>();
  private final List<Near> apart = new ArrayList<>();
  private final List<Even> even = new ArrayList<>();

  /** Where the pods of a term are: values of its topology. */
  private record Near(String topologyKey, Set<String> values, boolean anywhere) {}

  /** A required spreading: how many pods each domain has, and how many the least has. */
  private record Even(Spread spread, Map<String, Integer> counts, int least) {}

  /**
   * Why a node is out of the question.
   *
   * @param helpless whether it stays so even if pods there go
   */
  record Refusal(List<String> reasons, boolean helpless) {
    static final Refusal NONE = new Refusal(List.of(), false);

    static Refusal forGood(String reason) {
      return new Refusal(List.of(reason), true);
    }

    static Refusal forNow(String reason) {
      return new Refusal(List.of(reason), false);
    }
  }

  /**
   * @param volumes why the pod's volumes keep it from a node
   */
  Filter(ClusterView view, PodFacts pod, Function<Host, List<String>> volumes) {
    this.view = view;
    this.pod = pod;
    this.volumes = volumes;
    view.apart().forEach(this::forbid);
    for (PodTerm term : pod.shape().near()) {
      near.add(where(term));
    }
    for (PodTerm term : pod.shape().apart()) {
      apart.add(where(term));
    }
    for (Spread spread : pod.shape().spreads()) {
      if (spread.required()) {
        even.add(even(spread));
      }
    }
  }

  private void forbid(PodTerm term, Map<String, Integer> nodes) {
    if (term.selection().test(pod.key().namespace(), pod.shape().labels())) {
      Set<String> values = forbidden.computeIfAbsent(term.topologyKey(), k -> new HashSet<>());
      values.addAll(values(term.topologyKey(), nodes));
    }
  }

  private Set<String> values(String topologyKey, Map<String, Integer> nodes) {
    var values = new HashSet<String>();
    for (String name : nodes.keySet()) {
      Host host = view.host(name);
      String value = host == null ? null : host.labels().get(topologyKey);
      if (value != null) {
        values.add(value);
      }
    }
    return values;
  }

  private Near where(PodTerm term) {
    Map<String, Integer> tally = view.tally(term.selection());
    // The first of a group that wants to be near its own kind may begin anywhere.
    boolean first =
        tally.isEmpty() && term.selection().test(pod.key().namespace(), pod.shape().labels());
    return new Near(term.topologyKey(), values(term.topologyKey(), tally), first);
  }

  private Even even(Spread spread) {
    Map<String, Integer> tally = view.tally(spread.selection());
    var counts = new HashMap<String, Integer>();
    for (Host host : view.hosts()) {
      String domain = host.labels().get(spread.topologyKey());
      if (domain == null || !counts(spread, host)) {
        continue;
      }
      counts.merge(domain, tally.getOrDefault(host.name(), 0), Integer::sum);
    }
    int least =
        counts.size() < spread.minDomains()
            ? 0
            : counts.values().stream().mapToInt(Integer::intValue).min().orElse(0);
    return new Even(spread, counts, least);
  }

  private boolean counts(Spread spread, Host host) {
    return hasAllKeys(host)
        && (!spread.byNodeRules() || pod.shape().nodes().allow(host.name(), host.labels()))
        && (!spread.byTaints() || !Taints.forbid(host.taints(), pod.shape().tolerations()));
  }

  private boolean hasAllKeys(Host host) {
    for (Spread spread : pod.shape().spreads()) {
      if (spread.required() && !host.labels().containsKey(spread.topologyKey())) {
        return false;
      }
    }
    return true;
  }

  /** Why the pod cannot go there; no reasons when it can. */
  Refusal refusal(Host host) {
    PodFacts.Shape shape = pod.shape();
    if (!host.isOpen()) {
      return Refusal.forGood("node(s) were unschedulable");
    }
    if (Taints.forbid(host.taints(), shape.tolerations())) {
      return Refusal.forGood("node(s) had untolerated taint(s)");
    }
    if (!host.isReady()) {
      return Refusal.forGood("node(s) were not ready");
    }
    if (!shape.nodes().allow(host.name(), host.labels())) {
      return Refusal.forGood("node(s) didn't match Pod's node affinity/selector");
    }
    for (HostPort port : shape.ports()) {
      if (host.hasPort(port, pod)) {
        return Refusal.forNow("node(s) didn't have free ports for the requested pod ports");
      }
    }
    List<String> missing = shape.requests().missingIn(host.allocatable(), host.usedFor(pod));
    if (!missing.isEmpty()) {
      boolean never = !shape.requests().missingIn(host.allocatable(), Amounts.NONE).isEmpty();
      return new Refusal(missing, never);
    }
    List<String> unreachable = volumes.apply(host);
    if (!unreachable.isEmpty()) {
      return new Refusal(unreachable, true);
    }
    Refusal uneven = unevenness(host);
    return uneven.reasons().isEmpty() ? distance(host) : uneven;
  }

  private Refusal unevenness(Host host) {
    for (Even constraint : even) {
      String domain = host.labels().get(constraint.spread.topologyKey());
      if (domain == null) {
        return Refusal.forGood(
            "node(s) didn't match pod topology spread constraints (missing required label)");
      }
      int there = constraint.counts.getOrDefault(domain, 0);
      int self = constraint.spread.self() ? 1 : 0;
      if (there + self - constraint.least > constraint.spread.maxSkew()) {
        return Refusal.forNow("node(s) didn't match pod topology spread constraints");
      }
    }
    return Refusal.NONE;
  }

  private Refusal distance(Host host) {
    for (Near term : near) {
      String value = host.labels().get(term.topologyKey);
      if (value == null || !(term.anywhere || term.values.contains(value))) {
        return Refusal.forGood("node(s) didn't match pod affinity rules");
      }
    }
    for (Near term : apart) {
      String value = host.labels().get(term.topologyKey);
      if (value != null && term.values.contains(value)) {
        return Refusal.forNow("node(s) didn't match pod anti-affinity rules");
      }
    }
    for (var entry : forbidden.entrySet()) {
      String value = host.labels().get(entry.getKey());
      if (value != null && entry.getValue().contains(value)) {
        return Refusal.forNow("node(s) didn't satisfy existing pods anti-affinity rules");
      }
    }
    return Refusal.NONE;
  }
}
