package io.coxswain.kube.nodelifecycle;

import io.coxswain.api.ApiException;
import io.coxswain.env.Clock;
import io.coxswain.kube.common.Klog;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.events.Recorder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Consumer;

/**
 * Checks all nodes periodically: new nodes, nodes without heartbeats, the state of zones, and nodes
 * to be tainted.
 */
final class HealthMonitor implements Reconciler<String> {
  private static final Klog log = Klog.of("node-lifecycle-controller");

  /** Maximum number of concurrent node writes. */
  private static final int MAX_CONCURRENCY = 8;

  private final NodeLifecycleOptions options;
  private final NodeHealthTable table;
  private final Zones zones;
  private final NodeStatusUnknownWriter lost;
  private final PodsNotReady pods;
  private final NoExecuteTaints taints;
  private final Recorder events;
  private final Clock clock;
  private final NodeCollectorMetrics metrics;
  private final Consumer<String> wakeZone;

  /** Names and UIDs of the nodes in the last round. */
  private final TreeMap<String, String> known = new TreeMap<>();

  private final TreeMap<String, Health> health = new TreeMap<>();
  private final TreeMap<String, ZoneState> zoneStates = new TreeMap<>();

  /** Nodes with pods that could not be marked NotReady yet. */
  private final Set<String> podsToMark = new ConcurrentSkipListSet<>();

  HealthMonitor(
      NodeLifecycleOptions options,
      NodeHealthTable table,
      Zones zones,
      NodeStatusUnknownWriter lost,
      PodsNotReady pods,
      NoExecuteTaints taints,
      Recorder events,
      Clock clock,
      Consumer<String> wakeZone,
      NodeCollectorMetrics metrics) {
    this.metrics = metrics;
    this.options = options;
    this.table = table;
    this.zones = zones;
    this.lost = lost;
    this.pods = pods;
    this.taints = taints;
    this.events = events;
    this.clock = clock;
    this.wakeZone = wakeZone;
  }

  @Override
  public Outcome reconcile(String key, Reconciliation pass) throws ApiException {
    List<NodeHealthTable.Row> rows = table.rows();
    greet(rows);
    long start = clock.nanos();
    Collection<NodeView> nodes = look(rows, pass);
    metrics.checkedAll(clock.nanos() - start);
    SortedMap<String, Disruption.Zone> counts = count(nodes);
    metrics.zones(counts);
    Disruption disruption = Disruption.plan(zoneStates, counts, options);
    apply(disruption, pass.now());
    if (disruption.turn() == Disruption.Turn.STOP) {
      forEach(nodes, NodeView::isTainted, pass, node -> clear(node));
    } else {
      follow(nodes, pass);
    }
    return Outcome.after(options.monitorPeriod());
  }

  /** Records events for added and removed nodes. */
  private void greet(List<NodeHealthTable.Row> rows) {
    var gone = new TreeMap<>(known);
    for (NodeHealthTable.Row row : rows) {
      String name = row.node().name();
      gone.remove(name);
      if (known.put(name, row.node().uid()) == null) {
        log.info(1, "Controller observed a new Node", "node", name);
        log.info(
            2,
            "Recording event message for node",
            "event",
            "Registered Node " + name + " in Controller",
            "node",
            name);
        events.normal(
            reference(name, row.node().uid()),
            "RegisteredNode",
            "Node %s event: Registered Node %s in Controller",
            name,
            name);
      }
    }
    gone.forEach(
        (name, uid) -> {
          known.remove(name);
          health.remove(name);
          podsToMark.remove(name);
          log.info(1, "Controller observed a Node deletion", "node", name);
          log.info(
              2,
              "Recording event message for node",
              "event",
              "Removing Node " + name + " from Controller",
              "node",
              name);
          events.normal(
              reference(name, uid),
              "RemovingNode",
              "Node %s event: Removing Node %s from Controller",
              name,
              name);
        });
  }

  /** The reference of events on a node: name and UID only. */
  private static Node reference(String name, String uid) {
    return new NodeBuilder().withNewMetadata().withName(name).withUid(uid).endMetadata().build();
  }

  /**
   * Checks heartbeats, and marks nodes without one as Unknown.
   *
   * @return the nodes after that, without those that could not be written
   */
  private Collection<NodeView> look(List<NodeHealthTable.Row> rows, Reconciliation pass)
      throws ApiException {
    var nodes = new ConcurrentSkipListMap<String, NodeView>();
    var overdue = new ArrayList<NodeHealthTable.Row>();
    Instant now = pass.now();
    for (NodeHealthTable.Row row : rows) {
      NodeView node = row.node();
      long start = clock.nanos();
      Health seen = Health.look(health.get(node.name()), row, now);
      health.put(node.name(), seen);
      metrics.checkedNode(clock.nanos() - start);
      if (seen.isOverdue(options, now) && !NodeStatusUnknownWriter.isUnknown(node)) {
        log.info(
            2,
            "Node hasn't been updated",
            "node",
            node.name(),
            "duration",
            Duration.between(seen.probe(), now));
        overdue.add(row);
      } else {
        nodes.put(node.name(), node);
      }
    }
    if (!overdue.isEmpty()) {
      writeOff(overdue, nodes, pass);
    }
    markPods(nodes, pass);
    return nodes.values();
  }

  private void writeOff(
      List<NodeHealthTable.Row> overdue, Map<String, NodeView> nodes, Reconciliation pass)
      throws ApiException {
    var written = new ConcurrentSkipListMap<String, Health>();
    try (Reconciliation.Fork fork = pass.fork(MAX_CONCURRENCY)) {
      for (NodeHealthTable.Row row : overdue) {
        Health seen = Objects.requireNonNull(health.get(row.node().name()), "it was looked at");
        fork.run(() -> writeOff(row, seen, nodes, written));
      }
    }
    health.putAll(written);
  }

  private void writeOff(
      NodeHealthTable.Row row,
      Health seen,
      Map<String, NodeView> nodes,
      Map<String, Health> written) {
    String name = row.node().name();
    try {
      var result = lost.write(row, seen);
      if (result.isEmpty()) {
        return;
      }
      nodes.put(name, result.get().node());
      written.put(name, result.get().health());
      if (result.get().wasReady()) {
        log.info(
            2,
            "Recording status change event message for node",
            "status",
            "NodeNotReady",
            "node",
            name);
        events.normal(
            reference(name, row.node().uid()),
            "NodeNotReady",
            "Node %s status is now: NodeNotReady",
            name);
        podsToMark.add(name);
      }
    } catch (ApiException e) {
      log.error(
          e,
          "Update health of Node from Controller error, Skipping - no pods will be evicted",
          "node",
          name);
    }
  }

  /**
   * Marks the pods of nodes that just became unreachable, and those that failed in an earlier
   * round.
   */
  private void markPods(Map<String, NodeView> nodes, Reconciliation pass) throws ApiException {
    if (podsToMark.isEmpty()) {
      return;
    }
    var due = new TreeSet<>(podsToMark);
    try (Reconciliation.Fork fork = pass.fork(MAX_CONCURRENCY)) {
      for (String name : due) {
        NodeView node = nodes.get(name);
        if (node == null) {
          continue;
        }
        if (node.isReady()) {
          podsToMark.remove(name);
          continue;
        }
        fork.run(() -> markPods(name, pass));
      }
    }
  }

  private void markPods(String node, Reconciliation pass) {
    try {
      pods.markAll(node, pass.now());
      podsToMark.remove(node);
    } catch (ApiException e) {
      log.handle(
          false, e, "Unable to mark all pods NotReady on node; queuing for retry", "node", node);
    }
  }

  private static SortedMap<String, Disruption.Zone> count(Collection<NodeView> nodes) {
    var counts = new TreeMap<String, Disruption.Zone>();
    for (NodeView node : nodes) {
      if (node.counted()) {
        counts.put(
            node.zone(),
            counts.getOrDefault(node.zone(), Disruption.Zone.EMPTY).plus(node.isReady()));
      }
    }
    return counts;
  }

  private void report(Disruption disruption) {
    switch (disruption.turn()) {
      case STOP ->
          log.info(
              "Controller detected that all Nodes are not-Ready. Entering master disruption mode");
      case RESUME ->
          log.info("Controller detected that some Nodes are Ready. Exiting master disruption mode");
      case NOTHING ->
          disruption
              .states()
              .forEach(
                  (zone, state) -> {
                    if (state != zoneStates.getOrDefault(zone, ZoneState.INITIAL)) {
                      log.info(
                          "Controller detected that zone is now in new state",
                          "zone",
                          zone,
                          "newState",
                          state.text());
                    }
                  });
    }
  }

  private void apply(Disruption disruption, Instant now) {
    report(disruption);
    zoneStates.clear();
    zoneStates.putAll(disruption.states());
    disruption
        .rates()
        .forEach(
            (zone, rate) -> {
              zones.setRate(zone, rate, clock.nanos());
              wakeZone.accept(zone);
            });
    if (disruption.turn() == Disruption.Turn.RESUME) {
      health.replaceAll((name, seen) -> seen.restarted(now));
    }
  }

  /** Removes the taints of ready nodes, and queues others for tainting. */
  private void follow(Collection<NodeView> nodes, Reconciliation pass) throws ApiException {
    for (NodeView node : nodes) {
      if (node.isReady()) {
        zones.remove(node.zone(), node.name());
      } else if (node.wantsTaint() && zones.add(node.zone(), node.name(), clock.nanos())) {
        boolean silent = NodeStatusUnknownWriter.isUnknown(node);
        log.info(
            2,
            silent
                ? "Node is unresponsive. Adding it to the Taint queue"
                : "Node is NotReady. Adding it to the Taint queue",
            "node",
            node.name(),
            "timeStamp",
            pass.now());
        wakeZone.accept(node.zone());
      }
    }
    forEach(
        nodes,
        node -> node.isReady() ? node.isTainted() : node.hasOtherTaint(),
        pass,
        node -> {
          if (node.isReady()) {
            taints.clear(node.name());
            log.info(2, "Node is healthy again, removed all taints", "node", node.name());
          } else {
            taints.follow(node.name(), pass.now());
          }
        });
  }

  private void clear(NodeView node) throws ApiException {
    zones.remove(node.zone(), node.name());
    taints.clear(node.name());
  }

  private interface Action {
    void on(NodeView node) throws ApiException;
  }

  /** Failures are retried in the next round. */
  private static void forEach(
      Collection<NodeView> nodes,
      java.util.function.Predicate<NodeView> which,
      Reconciliation pass,
      Action action)
      throws ApiException {
    List<NodeView> chosen = nodes.stream().filter(which).toList();
    if (chosen.isEmpty()) {
      return;
    }
    try (Reconciliation.Fork fork = pass.fork(MAX_CONCURRENCY)) {
      for (NodeView node : chosen) {
        fork.run(
            () -> {
              try {
                action.on(node);
              } catch (ApiException e) {
                log.error(
                    e,
                    "Failed to remove taints from node. Will retry in next iteration",
                    "node",
                    node.name());
              }
            });
      }
    }
  }
}
