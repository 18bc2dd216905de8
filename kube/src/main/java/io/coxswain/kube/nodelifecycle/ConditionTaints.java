package io.coxswain.kube.nodelifecycle;

import io.coxswain.kube.common.Taints;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.Taint;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** The NoSchedule taints that match a node's conditions. */
final class ConditionTaints {
  private static final String UNSCHEDULABLE = "node.kubernetes.io/unschedulable";
  private static final String MEMORY_PRESSURE = "node.kubernetes.io/memory-pressure";
  private static final String DISK_PRESSURE = "node.kubernetes.io/disk-pressure";
  private static final String PID_PRESSURE = "node.kubernetes.io/pid-pressure";
  private static final String NETWORK_UNAVAILABLE = "node.kubernetes.io/network-unavailable";
  private static final Set<String> KEYS =
      Set.of(
          Taints.NOT_READY,
          Taints.UNREACHABLE,
          UNSCHEDULABLE,
          MEMORY_PRESSURE,
          DISK_PRESSURE,
          PID_PRESSURE,
          NETWORK_UNAVAILABLE);

  private ConditionTaints() {}

  /** Whether the node has exactly these taints. */
  static boolean areRight(Node node) {
    return present(node).equals(wanted(node));
  }

  /** Corrects the taints of the given node object; existing correct ones stay unchanged. */
  static void correct(Node node, Instant now) {
    SequencedSet<String> wanted = wanted(node);
    SortedSet<String> present = present(node);
    if (present.equals(wanted)) {
      return;
    }
    for (String key : wanted) {
      if (!present.contains(key)) {
        Taints.put(node, Taints.since(key, Taints.NO_SCHEDULE, now));
      }
    }
    present.removeAll(wanted);
    present.forEach(key -> Taints.remove(node, key, Taints.NO_SCHEDULE));
  }

  private static SortedSet<String> present(Node node) {
    var present = new TreeSet<String>();
    for (Taint taint : Taints.of(node)) {
      if (Taints.NO_SCHEDULE.equals(taint.getEffect()) && KEYS.contains(taint.getKey())) {
        present.add(taint.getKey());
      }
    }
    return present;
  }

  private static SequencedSet<String> wanted(Node node) {
    var wanted = new LinkedHashSet<String>();
    if (node.getStatus() != null && node.getStatus().getConditions() != null) {
      node.getStatus().getConditions().forEach(c -> of(c).ifPresent(wanted::add));
    }
    if (node.getSpec() != null && Boolean.TRUE.equals(node.getSpec().getUnschedulable())) {
      wanted.add(UNSCHEDULABLE);
    }
    return wanted;
  }

  private static Optional<String> of(NodeCondition condition) {
    String key =
        switch (condition.getType() + "=" + condition.getStatus()) {
          case "Ready=False" -> Taints.NOT_READY;
          case "Ready=Unknown" -> Taints.UNREACHABLE;
          case "MemoryPressure=True" -> MEMORY_PRESSURE;
          case "DiskPressure=True" -> DISK_PRESSURE;
          case "PIDPressure=True" -> PID_PRESSURE;
          case "NetworkUnavailable=True" -> NETWORK_UNAVAILABLE;
          default -> "";
        };
    return key.isEmpty() ? Optional.empty() : Optional.of(key);
  }
}
