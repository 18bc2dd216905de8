package io.coxswain.slurm.marks;

import io.coxswain.api.Timestamps;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.NodeConditionBuilder;
import io.fabric8.kubernetes.api.model.NodeStatus;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The conditions of a node by type; of two of the same type the last counts.
 *
 * @param byType never holds an absent one
 */
public record NodeConditions(SortedMap<String, ConditionState> byType) {

  public static NodeConditions of(Node node) {
    var byType = new TreeMap<String, ConditionState>();
    for (NodeCondition condition : conditions(node)) {
      byType.put(condition.getType(), read(condition));
    }
    return new NodeConditions(byType);
  }

  public ConditionState of(String type) {
    return byType.getOrDefault(type, ConditionState.ABSENT);
  }

  /** Only the conditions of the given types. */
  public NodeConditions only(List<String> types) {
    var some = new TreeMap<>(byType);
    some.keySet().retainAll(types);
    return new NodeConditions(some);
  }

  /** As they are after the change. */
  public NodeConditions with(ConditionChange change, Instant now) {
    if (matches(change)) {
      return this;
    }
    var changed = new TreeMap<>(byType);
    changed.put(
        change.type(),
        new ConditionState(
            change.status() ? ConditionState.Status.TRUE : ConditionState.Status.FALSE,
            change.reason(),
            now.truncatedTo(ChronoUnit.SECONDS)));
    return new NodeConditions(changed);
  }

  /** Whether status and reason are as the change would make them. */
  public boolean matches(ConditionChange change) {
    ConditionState mark = of(change.type());
    return mark.reason().equals(change.reason())
        && (change.status() ? mark.isTrue() : mark.status() == ConditionState.Status.FALSE);
  }

  /** Applies the changes to a node; conditions that already match stay unchanged. */
  static void write(Node node, List<ConditionChange> changes, Instant now) {
    String time = Timestamps.format(now);
    NodeConditions marks = of(node);
    var conditions = new ArrayList<>(conditions(node));
    for (ConditionChange change : changes) {
      if (marks.matches(change)) {
        continue;
      }
      NodeCondition condition =
          new NodeConditionBuilder()
              .withType(change.type())
              .withStatus(change.status() ? "True" : "False")
              .withReason(change.reason())
              .withMessage(change.message())
              .withLastTransitionTime(time)
              .withLastHeartbeatTime(time)
              .build();
      int at = lastOf(conditions, change.type());
      if (at < 0) {
        conditions.add(condition);
      } else {
        conditions.set(at, condition);
      }
    }
    if (node.getStatus() == null) {
      node.setStatus(new NodeStatus());
    }
    node.getStatus().setConditions(conditions);
  }

  private static int lastOf(List<NodeCondition> conditions, String type) {
    int at = conditions.size() - 1;
    while (at >= 0 && !conditions.get(at).getType().equals(type)) {
      at--;
    }
    return at;
  }

  private static List<NodeCondition> conditions(Node node) {
    return node.getStatus() == null || node.getStatus().getConditions() == null
        ? List.of()
        : node.getStatus().getConditions();
  }

  private static ConditionState read(NodeCondition condition) {
    String status = condition.getStatus() == null ? "" : condition.getStatus();
    String time = condition.getLastTransitionTime();
    return new ConditionState(
        switch (status) {
          case "True" -> ConditionState.Status.TRUE;
          case "False" -> ConditionState.Status.FALSE;
          default -> ConditionState.Status.UNKNOWN;
        },
        condition.getReason() == null ? "" : condition.getReason(),
        Timestamps.parse(time).orElse(Instant.EPOCH));
  }
}
