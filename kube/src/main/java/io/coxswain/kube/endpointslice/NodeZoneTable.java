package io.coxswain.kube.endpointslice;

import io.coxswain.api.Quantities;
import io.coxswain.runtime.controller.Event;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The zone of each node, and the distribution of CPUs over zones. */
final class NodeZoneTable implements EndpointFactory.Nodes {
  private static final String ZONE = "topology.kubernetes.io/zone";
  private static final List<String> CONTROL_PLANE =
      List.of("node-role.kubernetes.io/control-plane", "node-role.kubernetes.io/master");

  private final ReentrantLock lock = new ReentrantLock();
  private final TreeMap<String, Facts> nodes = new TreeMap<>();
  private boolean everHadOne;
  private @Nullable Shares shares;

  /**
   * @param zone empty without a zone
   * @param counts whether the CPUs of the node count for services
   */
  private record Facts(String zone, boolean counts, boolean ready, BigDecimal cpu) {
    static Facts of(Node node) {
      Map<String, String> labels =
          Objects.requireNonNullElse(node.getMetadata().getLabels(), Map.of());
      NodeStatus status = Objects.requireNonNullElseGet(node.getStatus(), NodeStatus::new);
      Quantity cpu = status.getAllocatable() == null ? null : status.getAllocatable().get("cpu");
      boolean ready =
          status.getConditions().stream()
              .anyMatch(c -> "Ready".equals(c.getType()) && "True".equals(c.getStatus()));
      return new Facts(
          Objects.requireNonNullElse(labels.get(ZONE), ""),
          CONTROL_PLANE.stream().noneMatch(labels::containsKey),
          ready,
          Quantities.value(cpu));
    }
  }

  /**
   * The share of each zone in the CPUs of ready nodes.
   *
   * @param byZone empty if the shares are unknown
   * @param anyNode whether a node has ever been observed
   */
  record Shares(SortedMap<String, Double> byZone, boolean anyNode) {}

  /** Applies a node event; returns whether it may change the shares. */
  boolean note(Event<Node> event) {
    String name = event.object().getMetadata().getName();
    Facts now = event instanceof Event.Deleted<Node> ? null : Facts.of(event.object());
    lock.lock();
    try {
      Facts old = now == null ? nodes.remove(name) : nodes.put(name, now);
      everHadOne = true;
      shares = null;
      return old == null || now == null || old.ready != now.ready || !old.zone.equals(now.zone);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Optional<String> zone(String node) {
    lock.lock();
    try {
      return Optional.ofNullable(nodes.get(node)).map(Facts::zone);
    } finally {
      lock.unlock();
    }
  }

  Shares shares() {
    lock.lock();
    try {
      if (shares == null) {
        shares = new Shares(shareOut(), everHadOne);
      }
      return shares;
    } finally {
      lock.unlock();
    }
  }

  private SortedMap<String, Double> shareOut() {
    var cpuByZone = new TreeMap<String, BigDecimal>();
    BigDecimal total = BigDecimal.ZERO;
    for (Facts node : nodes.values()) {
      if (node.counts && node.ready) {
        if (node.zone.isEmpty() || node.cpu.signum() == 0) {
          return new TreeMap<>();
        }
        total = total.add(node.cpu);
        cpuByZone.merge(node.zone, node.cpu, BigDecimal::add);
      }
    }
    var byZone = new TreeMap<String, Double>();
    if (cpuByZone.size() > 1) {
      double all = total.doubleValue();
      cpuByZone.forEach((zone, cpu) -> byZone.put(zone, cpu.doubleValue() / all));
    }
    return byZone;
  }
}
