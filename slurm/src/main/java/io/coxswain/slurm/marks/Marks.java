package io.coxswain.slurm.marks;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.NodeConditionBuilder;
import io.fabric8.kubernetes.api.model.NodeStatus;
import java.time.Instant;
import java.time.OffsetDateTime;
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
public record Marks(SortedMap<String, Mark> byType) {

  public static Marks of(Node node) {
    var byType = new TreeMap<String, Mark>();
    for (NodeCondition condition : conditions(node)) {
      byType.put(condition.getType(), read(condition));
    }
    return new Marks(byType);
  }

  public Mark of(String type) {
    return byType.getOrDefault(type, Mark.ABSENT);
  }

  /** Only those of the types: what else a node says is left out. */
  public Marks only(List<String> types) {
    var some = new TreeMap<>(byType);
    some.keySet().retainAll(types);
    return new Marks(some);
  }

  /** As they are after the change. */
  public Marks with(MarkChange change, Instant now) {
    if (isSo(change)) {
      return this;
    }
    var changed = new TreeMap<>(byType);
    changed.put(
        change.type(),
        new Mark(
            change.status() ? Mark.Status.TRUE : Mark.Status.FALSE,
            change.reason(),
            now.truncatedTo(ChronoUnit.SECONDS)));
    return new Marks(changed);
  }

  /** Whether status and reason are as the change would make them. */
  public boolean isSo(MarkChange change) {
    Mark mark = of(change.type());
    return mark.reason().equals(change.reason())
        && (change.status() ? mark.isTrue() : mark.status() == Mark.Status.FALSE);
  }

  /** Makes a node say what the changes say; what it says already stays as it is. */
  static void write(Node node, List<MarkChange> changes, Instant now) {
    String time = now.truncatedTo(ChronoUnit.SECONDS).toString();
    Marks marks = of(node);
    var conditions = new ArrayList<>(conditions(node));
    for (MarkChange change : changes) {
      if (marks.isSo(change)) {
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

  private static Mark read(NodeCondition condition) {
    String status = condition.getStatus() == null ? "" : condition.getStatus();
    String time = condition.getLastTransitionTime();
    return new Mark(
        switch (status) {
          case "True" -> Mark.Status.TRUE;
          case "False" -> Mark.Status.FALSE;
          default -> Mark.Status.UNKNOWN;
        },
        condition.getReason() == null ? "" : condition.getReason(),
        time == null || time.isEmpty() ? Instant.EPOCH : OffsetDateTime.parse(time).toInstant());
  }
}
