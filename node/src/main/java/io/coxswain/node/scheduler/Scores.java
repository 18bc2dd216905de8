package io.coxswain.node.scheduler;

import io.coxswain.node.fit.Amounts;
import io.coxswain.node.fit.Taints;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * Ranks the nodes that fit: each criterion yields 0 to 100 and has kube-scheduler's weight. Ties
 * are broken by the number of pods of the same controller, then of all pods, then by the order of
 * discovery, so that equal runs yield equal results.
 */
final class Scores {
  private static final long TOP = 100;

  private final ClusterView view;
  private final PodFacts pod;

  Scores(ClusterView view, PodFacts pod) {
    this.view = view;
    this.pod = pod;
  }

  Host best(List<Host> fitting) {
    if (fitting.size() == 1) {
      return fitting.getFirst();
    }
    long[] scores = scores(fitting);
    Map<String, Integer> siblings = view.siblings(pod.controller());
    Host best = fitting.getFirst();
    int bestAt = 0;
    for (int i = 1; i < fitting.size(); i++) {
      Host host = fitting.get(i);
      long more = scores[i] - scores[bestAt];
      if (more == 0) {
        more = siblings.getOrDefault(best.name(), 0) - (long) siblings.getOrDefault(host.name(), 0);
      }
      if (more == 0) {
        more = best.pods().size() - (long) host.pods().size();
      }
      if (more > 0) {
        best = host;
        bestAt = i;
      }
    }
    return best;
  }

  private long[] scores(List<Host> fitting) {
    var scores = new long[fitting.size()];
    PodFacts.Shape shape = pod.shape();
    if (fitting.stream().anyMatch(host -> !host.taints().isEmpty())) {
      add(
          scores,
          3,
          inverted(values(fitting, h -> Taints.dislike(h.taints(), shape.tolerations()))));
    }
    if (!shape.nodes().liked().isEmpty()) {
      add(scores, 2, normal(values(fitting, h -> shape.nodes().liking(h.name(), h.labels()))));
    }
    if (shape.spreads().stream().anyMatch(spread -> !spread.required())) {
      add(scores, 2, inverted(crowding(fitting)));
    } else if (!pod.controller().isEmpty()) {
      Map<String, Integer> siblings = view.siblings(pod.controller());
      if (!siblings.isEmpty()) {
        add(scores, 2, inverted(values(fitting, h -> siblings.getOrDefault(h.name(), 0))));
      }
    }
    if (!shape.liked().isEmpty()) {
      add(scores, 2, normal(company(fitting)));
    }
    add(scores, 1, values(fitting, this::room));
    add(scores, 1, values(fitting, this::balance));
    return scores;
  }

  private static long[] values(List<Host> hosts, ToLongFunction<Host> value) {
    var values = new long[hosts.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = value.applyAsLong(hosts.get(i));
    }
    return values;
  }

  private static void add(long[] scores, int weight, long[] more) {
    for (int i = 0; i < scores.length; i++) {
      scores[i] += weight * more[i];
    }
  }

  /** From least to most on a scale of 0 to 100; all the same when there is no difference. */
  private static long[] normal(long[] values) {
    long least = Long.MAX_VALUE;
    long most = Long.MIN_VALUE;
    for (long value : values) {
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
    for (int i = 0; i < values.length; i++) {
      values[i] = most == least ? 0 : (values[i] - least) * TOP / (most - least);
    }
    return values;
  }

  private static long[] inverted(long[] values) {
    long[] scale = normal(values);
    for (int i = 0; i < scale.length; i++) {
      scale[i] = TOP - scale[i];
    }
    return scale;
  }

  /** How many pods of the spread ones the domains of each node have. */
  private long[] crowding(List<Host> fitting) {
    var sums = new long[fitting.size()];
    for (Spread spread : pod.shape().spreads()) {
      if (!spread.required()) {
        Map<String, Long> domains = domains(spread.topologyKey(), view.tally(spread.selection()));
        for (int i = 0; i < sums.length; i++) {
          String domain = fitting.get(i).labels().get(spread.topologyKey());
          sums[i] += domain == null ? TOP : domains.getOrDefault(domain, 0L);
        }
      }
    }
    return sums;
  }

  /** The inter-pod affinity score of each node. */
  private long[] company(List<Host> fitting) {
    var sums = new long[fitting.size()];
    for (PodTerm.Weighted liked : pod.shape().liked()) {
      Map<String, Long> domains =
          domains(liked.term().topologyKey(), view.tally(liked.term().selection()));
      for (int i = 0; i < sums.length; i++) {
        String domain = fitting.get(i).labels().get(liked.term().topologyKey());
        sums[i] += domain == null ? 0 : liked.weight() * domains.getOrDefault(domain, 0L);
      }
    }
    return sums;
  }

  private Map<String, Long> domains(String topologyKey, Map<String, Integer> tally) {
    var domains = new HashMap<String, Long>();
    tally.forEach(
        (node, count) -> {
          Host host = view.host(node);
          String domain = host == null ? null : host.labels().get(topologyKey);
          if (domain != null) {
            domains.merge(domain, (long) count, Long::sum);
          }
        });
    return domains;
  }

  /** The share of processors and memory that stays free. */
  private long room(Host host) {
    Amounts all = host.allocatable();
    return (free(all.cpuMillis(), cpuThen(host)) + free(all.memory(), memoryThen(host))) / 2;
  }

  private static long free(long all, long used) {
    return all <= 0 || used > all ? 0 : (all - used) * TOP / all;
  }

  /** How evenly processors and memory are used. */
  private long balance(Host host) {
    Amounts all = host.allocatable();
    boolean both = all.cpuMillis() > 0 && all.memory() > 0;
    double spread =
        both
            ? Math.abs(
                    share(cpuThen(host), all.cpuMillis()) - share(memoryThen(host), all.memory()))
                / 2
            : 0;
    return Math.round((1 - spread) * TOP);
  }

  private long cpuThen(Host host) {
    return host.used().cpuMillis() + pod.shape().requests().cpuMillis();
  }

  private long memoryThen(Host host) {
    return host.used().memory() + pod.shape().requests().memory();
  }

  private static double share(long used, long all) {
    return Math.min(1.0, (double) used / all);
  }
}
