package io.coxswain.kube.nodelifecycle;

import io.coxswain.runtime.metrics.Instruments;
import io.coxswain.runtime.metrics.Instruments.Stability;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Measures the zones, the checks of nodes and the nodes that were tainted. */
final class NodeCollectorMetrics {
  private final Gauge health;
  private final Gauge size;
  private final Gauge unhealthy;
  private final Counter evictions;
  private final Histogram oneNode;
  private final Histogram allNodes;

  /** Only used by the monitor. */
  private final Set<String> zones = new TreeSet<>();

  NodeCollectorMetrics(Instruments instruments) {
    health =
        instruments.gauge(
            "node_collector_zone_health",
            "Gauge measuring percentage of healthy nodes per zone.",
            "zone");
    size =
        instruments.gauge(
            "node_collector_zone_size",
            "Gauge measuring number of registered Nodes per zones.",
            "zone");
    unhealthy =
        instruments.gauge(
            "node_collector_unhealthy_nodes_in_zone",
            "Gauge measuring number of not Ready Nodes per zones.",
            "zone");
    evictions =
        instruments.counter(
            Stability.STABLE,
            "node_collector_evictions_total",
            "Number of Node evictions that happened since current instance of NodeController"
                + " started.",
            "zone");
    oneNode =
        instruments.histogram(
            Stability.ALPHA,
            "node_collector_update_node_health_duration_seconds",
            "Duration in seconds for NodeController to update the health of a single node.",
            Instruments.bounds(0.001, 4, 8));
    allNodes =
        instruments.histogram(
            Stability.ALPHA,
            "node_collector_update_all_nodes_health_duration_seconds",
            "Duration in seconds for NodeController to update the health of all nodes.",
            Instruments.bounds(0.01, 4, 8));
  }

  /** Records the zones; one that has lost all its nodes counts as healthy. */
  void zones(Map<String, Disruption.Zone> counts) {
    for (String zone : counts.keySet()) {
      if (zones.add(zone)) {
        evictions.labelValues(zone);
      }
    }
    for (String zone : zones) {
      Disruption.Zone count = counts.getOrDefault(zone, Disruption.Zone.EMPTY);
      size.labelValues(zone).set(count.size());
      unhealthy.labelValues(zone).set(count.notReady());
      health.labelValues(zone).set(count.size() == 0 ? 100 : 100.0 * count.ready() / count.size());
    }
  }

  void evicted(String zone) {
    evictions.labelValues(zone).inc();
  }

  void checkedNode(long nanos) {
    oneNode.observe(nanos / 1e9);
  }

  void checkedAll(long nanos) {
    allNodes.observe(nanos / 1e9);
  }
}
