package io.coxswain.slurm.exporter;

import io.coxswain.slurm.client.NodeState;
import io.coxswain.slurm.client.SlurmException;
import io.coxswain.slurm.client.SlurmNode;
import io.coxswain.slurm.client.Tres;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is counted from one list of nodes to the next. Never changed: {@link #after} makes the next
 * one.
 *
 * @param at when the nodes were last seen
 */
record NodeHistory(
    Instant at,
    SortedMap<GpuLabels, Double> gpuSeconds,
    SortedMap<FailLabels, Double> fails,
    SortedMap<String, Instant> unavailableSince,
    SortedMap<String, Histogram> unavailability,
    SortedMap<String, Instant> drainingSince,
    SortedMap<String, Histogram> draining) {
  private static final Logger log = LoggerFactory.getLogger(NodeHistory.class);

  /** Nothing counted yet; GPU time counts from now. */
  static NodeHistory since(Instant now) {
    return new NodeHistory(
        now,
        Collections.emptySortedMap(),
        Collections.emptySortedMap(),
        Collections.emptySortedMap(),
        Collections.emptySortedMap(),
        Collections.emptySortedMap(),
        Collections.emptySortedMap());
  }

  /** The labels of GPU time series. */
  record GpuLabels(String node, String base, boolean drain, boolean maintenance, boolean reserved)
      implements Comparable<GpuLabels> {
    private static final Comparator<GpuLabels> ORDER =
        Comparator.comparing(GpuLabels::node)
            .thenComparing(GpuLabels::base)
            .thenComparing(GpuLabels::drain)
            .thenComparing(GpuLabels::maintenance)
            .thenComparing(GpuLabels::reserved);

    static GpuLabels of(SlurmNode node) {
      return new GpuLabels(
          node.name(),
          NodeView.base(node),
          node.is(NodeState.DRAIN),
          node.is(NodeState.MAINTENANCE),
          node.is(NodeState.RESERVED));
    }

    @Override
    public int compareTo(GpuLabels other) {
      return ORDER.compare(this, other);
    }
  }

  /** The labels of failure series. */
  record FailLabels(GpuLabels state, String reason) implements Comparable<FailLabels> {
    @Override
    public int compareTo(FailLabels other) {
      int order = state.compareTo(other.state);
      return order != 0 ? order : reason.compareTo(other.reason);
    }
  }

  /** The history once these nodes have been seen, after those before. */
  NodeHistory after(List<SlurmNode> before, List<SlurmNode> nodes, Instant now) {
    var known = new HashMap<String, SlurmNode>();
    before.forEach(node -> known.put(node.name(), node));
    var unavailable = new Spell(unavailableSince, unavailability, NodeView::isUnavailable);
    var busy = new Spell(drainingSince, draining, NodeView::isDraining);
    var gpus = new TreeMap<>(gpuSeconds);
    var failed = new TreeMap<>(fails);
    double seconds = Duration.between(at, now).toNanos() / 1e9;
    for (SlurmNode node : nodes) {
      SlurmNode last = known.get(node.name());
      if (last != null && !NodeView.isFailed(last) && NodeView.isFailed(node)) {
        failed.merge(new FailLabels(GpuLabels.of(node), node.reason()), 1.0, Double::sum);
      }
      unavailable.see(last != null && NodeView.isUnavailable(last), node, now);
      busy.see(last != null && NodeView.isDraining(last), node, now);
      gpus.merge(GpuLabels.of(node), Math.max(0, seconds) * gpus(node), Double::sum);
    }
    return new NodeHistory(
        now, gpus, failed, unavailable.since, unavailable.done, busy.since, busy.done);
  }

  private static long gpus(SlurmNode node) {
    try {
      return Tres.parse(node.tres()).gpus();
    } catch (SlurmException e) {
      log.atWarn().addKeyValue("node", node.name()).setCause(e).log("Failed to parse TRES of node");
      return 0;
    }
  }

  /** A state that nodes get into and out of, and how long it lasted. */
  private static final class Spell {
    private final TreeMap<String, Instant> since;
    private final TreeMap<String, Histogram> done;
    private final Predicate<SlurmNode> test;

    Spell(Map<String, Instant> since, Map<String, Histogram> done, Predicate<SlurmNode> test) {
      this.since = new TreeMap<>(since);
      this.done = new TreeMap<>(done);
      this.test = test;
    }

    void see(boolean was, SlurmNode node, Instant now) {
      boolean is = test.test(node);
      if (is && !was) {
        since.put(node.name(), now);
      } else if (!is && was) {
        Instant begin = since.remove(node.name());
        if (begin != null) {
          double seconds = Duration.between(begin, now).toNanos() / 1e9;
          done.put(node.name(), done.getOrDefault(node.name(), Histogram.EMPTY).with(seconds));
        }
      }
    }
  }
}
