package io.coxswain.kube.daemonset;

import io.coxswain.kube.common.Pods;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.DaemonSetStatus;
import java.util.List;
import java.util.NavigableMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The counts of the status. The first pod of a node determines its state.
 *
 * @param desired the number of nodes that should run a pod
 * @param current the number of those that have one
 * @param misscheduled the number of nodes that have a pod and should not
 */
record DaemonSetCounts(
    int desired, int current, int misscheduled, int ready, int updated, int available) {

  static DaemonSetCounts of(DaemonSetObservation seen) {
    NavigableMap<String, List<Pod>> pods = seen.podsByNode();
    Function<Node, NodeFit> fits = NodeFit.by(seen.set());
    int desired = 0;
    int current = 0;
    int misscheduled = 0;
    int ready = 0;
    int updated = 0;
    int available = 0;
    for (Node node : seen.nodes()) {
      List<Pod> there = pods.getOrDefault(node.getMetadata().getName(), List.of());
      if (!fits.apply(node).run()) {
        misscheduled += there.isEmpty() ? 0 : 1;
        continue;
      }
      desired++;
      if (!there.isEmpty()) {
        Pod pod = there.getFirst();
        current++;
        ready += Pods.isReady(pod) ? 1 : 0;
        available += seen.isAvailable(pod) ? 1 : 0;
        updated += seen.isUpdated(pod) ? 1 : 0;
      }
    }
    return new DaemonSetCounts(desired, current, misscheduled, ready, updated, available);
  }

  void writeTo(DaemonSetStatus status, @Nullable Long generation) {
    status.setObservedGeneration(generation);
    status.setDesiredNumberScheduled(desired);
    status.setCurrentNumberScheduled(current);
    status.setNumberMisscheduled(misscheduled);
    status.setNumberReady(ready);
    status.setUpdatedNumberScheduled(orAbsent(updated));
    status.setNumberAvailable(orAbsent(available));
    status.setNumberUnavailable(orAbsent(desired - available));
  }

  private static @Nullable Integer orAbsent(int count) {
    return count == 0 ? null : count;
  }
}
