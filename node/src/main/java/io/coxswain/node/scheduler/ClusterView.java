package io.coxswain.node.scheduler;

import io.fabric8.kubernetes.api.model.Node;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The nodes with the pods that use their resources, updated pod by pod, so that placing one costs a
 * traversal of nodes and not of all pods. It counts, per node, the pods that some affinity or
 * topology spread constraint selects, and the anti-affinity of placed pods. For one task at a time.
 */
final class ClusterView {
  /**
   * The maximum number of counted selections; the least recently used one is counted again when
   * needed.
   */
  private static final int MAX_TALLIES = 512;

  private final SortedMap<String, Host> hosts = new TreeMap<>();

  /** The same, cached until a node is added or removed. */
  private @Nullable List<Host> inOrder;

  private int sampleStart;
  private final Map<String, PodFacts> pods = new TreeMap<>();
  private final Map<String, PodFacts> promised = new TreeMap<>();

  private final Map<PodTerm.Selection, Map<String, Integer>> tallies =
      new LinkedHashMap<>(16, 0.75f, true);

  private final Map<String, Map<String, Integer>> siblings = new TreeMap<>();

  /** Of each demand for distance, how many pods on each node make it. */
  private final Map<PodTerm, Map<String, Integer>> apart = new LinkedHashMap<>();

  Collection<Host> hosts() {
    return hosts.values();
  }

  /** The nodes to try for a pod; {@link #sampled} lets the next search begin where it ended. */
  Sample sample() {
    List<Host> all = inOrder;
    if (all == null) {
      all = List.copyOf(hosts.values());
      inOrder = all;
    }
    return new Sample(all, sampleStart);
  }

  void sampled(Sample sample) {
    sampleStart = sample.end();
  }

  @Nullable Host host(String name) {
    return hosts.get(name);
  }

  /** The pods that take room. */
  Collection<PodFacts> pods() {
    return pods.values();
  }

  @Nullable PodFacts pod(String uid) {
    return pods.get(uid);
  }

  void put(Node node) {
    Host known = hosts.get(node.getMetadata().getName());
    if (known != null) {
      known.update(node);
      return;
    }
    var host = new Host(node);
    hosts.put(host.name(), host);
    inOrder = null;
    for (PodFacts pod : pods.values()) {
      if (pod.node().equals(host.name())) {
        host.add(pod);
      }
    }
    for (PodFacts pod : promised.values()) {
      if (pod.nominated().equals(host.name())) {
        host.promise(pod);
      }
    }
  }

  void removeNode(String name) {
    hosts.remove(name);
    inOrder = null;
  }

  /** Adds a pod to the node that it is bound to. */
  void place(PodFacts pod) {
    remove(pod.uid());
    pods.put(pod.uid(), pod);
    Host host = hosts.get(pod.node());
    if (host != null) {
      host.add(pod);
    }
    count(pod, 1);
  }

  /** There is news of a pod, but none that changes what it takes. */
  void renew(PodFacts pod) {
    pods.put(pod.uid(), pod);
    Host host = hosts.get(pod.node());
    if (host != null) {
      host.renew(pod);
    }
  }

  /** A pod takes no room any more. */
  @Nullable PodFacts remove(String uid) {
    PodFacts pod = pods.remove(uid);
    if (pod == null) {
      return null;
    }
    Host host = hosts.get(pod.node());
    if (host != null) {
      host.remove(pod);
    }
    count(pod, -1);
    return pod;
  }

  /** Room is being made for a pod on the node it was nominated for. */
  void promise(PodFacts pod) {
    takeBack(pod.uid());
    if (!pod.nominated().isEmpty()) {
      promised.put(pod.uid(), pod);
      Host host = hosts.get(pod.nominated());
      if (host != null) {
        host.promise(pod);
      }
    }
  }

  void takeBack(String uid) {
    PodFacts pod = promised.remove(uid);
    if (pod != null) {
      Host host = hosts.get(pod.nominated());
      if (host != null) {
        host.takeBack(pod);
      }
    }
  }

  private void count(PodFacts pod, int step) {
    tallies.forEach(
        (selection, tally) -> {
          if (selection.test(pod.key().namespace(), pod.shape().labels())) {
            add(tally, pod.node(), step);
          }
        });
    if (!pod.controller().isEmpty()) {
      countIn(siblings, pod.controller(), pod.node(), step);
    }
    for (PodTerm term : pod.shape().apart()) {
      countIn(apart, term, pod.node(), step);
    }
  }

  private static <K> void countIn(
      Map<K, Map<String, Integer>> counts, K key, String node, int step) {
    Map<String, Integer> tally = counts.computeIfAbsent(key, k -> new TreeMap<>());
    add(tally, node, step);
    if (tally.isEmpty()) {
      counts.remove(key);
    }
  }

  private static void add(Map<String, Integer> tally, String node, int step) {
    tally.merge(node, step, (a, b) -> a + b == 0 ? null : Integer.valueOf(a + b));
  }

  /** How many of the selected pods each node has; nodes without any are left out. */
  Map<String, Integer> tally(PodTerm.Selection selection) {
    Map<String, Integer> known = tallies.get(selection);
    if (known != null) {
      return known;
    }
    var tally = new TreeMap<String, Integer>();
    for (PodFacts pod : pods.values()) {
      if (selection.test(pod.key().namespace(), pod.shape().labels())) {
        add(tally, pod.node(), 1);
      }
    }
    if (tallies.size() >= MAX_TALLIES) {
      var eldest = tallies.entrySet().iterator();
      eldest.next();
      eldest.remove();
    }
    tallies.put(selection, tally);
    return tally;
  }

  /** How many pods of one controller each node has. */
  Map<String, Integer> siblings(String controller) {
    return siblings.getOrDefault(controller, Map.of());
  }

  /** The demands for distance of pods already placed, with how many on each node make them. */
  Map<PodTerm, Map<String, Integer>> apart() {
    return apart;
  }
}
