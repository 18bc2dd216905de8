package io.coxswain.kube.nodelifecycle;

import io.coxswain.api.ApiException;
import io.coxswain.api.Conditions;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.Timestamps;
import io.coxswain.env.Clock;
import io.coxswain.kube.common.Klog;
import io.coxswain.runtime.client.Client;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.NodeConditionBuilder;
import io.fabric8.kubernetes.api.model.NodeStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Sets the conditions of a node to Unknown. */
final class NodeStatusUnknownWriter {
  private static final Klog log = Klog.of("node-lifecycle-controller");

  private static final int MAX_ATTEMPTS = 5;
  private static final Duration PAUSE = Duration.ofMillis(20);

  /** NetworkUnavailable is not reported by the kubelet. */
  private static final List<String> REPORTED =
      List.of("Ready", "MemoryPressure", "DiskPressure", "PIDPressure");

  private final Client client;
  private final Clock clock;
  private final NodeLifecycleOptions options;

  NodeStatusUnknownWriter(Client client, Clock clock, NodeLifecycleOptions options) {
    this.client = client;
    this.clock = clock;
    this.options = options;
  }

  /**
   * The condition of a node after the write, and its health.
   *
   * @param wasReady whether it was ready before
   */
  record Result(NodeView node, Health health, boolean wasReady) {}

  /**
   * Sets the conditions of an overdue node to Unknown, unless a heartbeat arrives concurrently.
   *
   * @return empty if the node has been deleted
   */
  Optional<Result> write(NodeHealthTable.Row row, Health health) throws ApiException {
    ObjectKey key = ObjectKey.of(row.node().name());
    Optional<Node> node = client.get(Node.class, key);
    Health known = health;
    boolean wasReady = false;
    for (int attempt = 1; node.isPresent(); attempt++) {
      Instant now = clock.now();
      NodeView view = NodeView.of(node.get());
      known = Health.look(known, new NodeHealthTable.Row(view, row.renewed()), now);
      if (!known.isOverdue(options, now)) {
        return Optional.of(new Result(view, known, false));
      }
      if (isUnknown(view)) {
        // Possibly by an earlier write whose response was lost.
        return Optional.of(new Result(view, known, wasReady));
      }
      wasReady = view.isReady();
      try {
        Node written = client.patchStatus(node.get(), n -> setUnknown(n, now));
        NodeView after = NodeView.of(written);
        return Optional.of(new Result(after, known.with(after.ready()), wasReady));
      } catch (ApiException.NotFound e) {
        return Optional.empty();
      } catch (ApiException e) {
        if (attempt == MAX_ATTEMPTS) {
          throw e;
        }
        clock.sleep(PAUSE);
        node = client.live().get(Node.class, key);
      }
    }
    return Optional.empty();
  }

  static boolean isUnknown(NodeView node) {
    return node.ready() != null && node.ready().status().equals("Unknown");
  }

  private static void setUnknown(Node node, Instant now) {
    NodeStatus status = Objects.requireNonNullElseGet(node.getStatus(), NodeStatus::new);
    var conditions = new ArrayList<NodeCondition>();
    if (status.getConditions() != null) {
      conditions.addAll(status.getConditions());
    }
    for (String type : REPORTED) {
      Optional<NodeCondition> present = Conditions.NODE.find(conditions, type);
      if (present.isEmpty()) {
        log.info(
            2,
            "Condition of node was never updated by kubelet",
            "nodeConditionType",
            type,
            "node",
            node);
        conditions.add(neverPosted(type, node.getMetadata().getCreationTimestamp(), now));
      } else if (!"Unknown".equals(present.get().getStatus())) {
        NodeCondition condition = present.get();
        condition.setStatus("Unknown");
        condition.setReason("NodeStatusUnknown");
        condition.setMessage("Kubelet stopped posting node status.");
        condition.setLastTransitionTime(Timestamps.format(now));
      }
    }
    status.setConditions(conditions);
    node.setStatus(status);
  }

  private static NodeCondition neverPosted(String type, String created, Instant now) {
    return new NodeConditionBuilder()
        .withType(type)
        .withStatus("Unknown")
        .withReason("NodeStatusNeverUpdated")
        .withMessage("Kubelet never posted node status.")
        .withLastHeartbeatTime(created)
        .withLastTransitionTime(Timestamps.format(now))
        .build();
  }
}
