package io.coxswain.kube.nodelifecycle;

import io.coxswain.runtime.controller.Event;
import io.coxswain.runtime.controller.EventType;
import io.coxswain.runtime.controller.Latest;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** All nodes with the last renewal of their leases, recorded from events; cheap to iterate. */
final class NodeHealthTable {
  private static final String LEASES = "kube-node-lease";

  private final ReentrantLock lock = new ReentrantLock();
  private final TreeMap<String, NodeView> nodes = new TreeMap<>();
  private final TreeMap<String, ZonedDateTime> renewals = new TreeMap<>();

  /** A node and the last renewal of its lease, if it has one. */
  record Row(NodeView node, @Nullable ZonedDateTime renewed) {}

  void recordNode(Event<Node> event) {
    String name = event.object().getMetadata().getName();
    NodeView view = NodeView.of(event.object());
    lock.lock();
    try {
      if (event instanceof Event.Deleted<Node>) {
        nodes.remove(name);
      } else {
        nodes.put(name, view);
      }
    } finally {
      lock.unlock();
    }
  }

  void recordLease(Latest<Lease> latest) {
    Lease lease = latest.object();
    if (!LEASES.equals(lease.getMetadata().getNamespace())) {
      return;
    }
    ZonedDateTime renewed = lease.getSpec() == null ? null : lease.getSpec().getRenewTime();
    lock.lock();
    try {
      if (latest.type() == EventType.DELETED || renewed == null) {
        renewals.remove(lease.getMetadata().getName());
      } else {
        renewals.put(lease.getMetadata().getName(), renewed);
      }
    } finally {
      lock.unlock();
    }
  }

  /** All nodes, by name. */
  List<Row> rows() {
    lock.lock();
    try {
      return nodes.values().stream().map(n -> new Row(n, renewals.get(n.name()))).toList();
    } finally {
      lock.unlock();
    }
  }
}
