package io.coxswain.node.scheduler;

import io.coxswain.node.fit.Amounts;
import io.coxswain.node.fit.HostPort;
import io.coxswain.node.fit.NodeRules;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The decisions of one scheduling cycle, before anything is written. */
final class SchedulingDecisions {

  /** Binds a pod to a node, after its volumes. */
  record Bind(PodFacts pod, VolumeConstraints volumes) {}

  /** A pod fits no node. */
  record Unschedulable(PodFacts pod, String message) {}

  /** Evicts victims for a pod of higher priority. */
  record Preempt(PodFacts pod, Preemption how, String message) {}

  private final List<Bind> binds = new ArrayList<>();
  private final List<Unschedulable> refusals = new ArrayList<>();
  private final List<Preempt> preemptions = new ArrayList<>();
  private final Map<Likeness, String> inVain = new HashMap<>();

  /** All that decides where a pod without inter-pod constraints fits. */
  private record Likeness(
      Amounts requests,
      int priority,
      boolean preempts,
      List<HostPort> ports,
      NodeRules nodes,
      Object tolerations) {}

  List<Bind> binds() {
    return binds;
  }

  List<Unschedulable> refusals() {
    return refusals;
  }

  List<Preempt> preemptions() {
    return preemptions;
  }

  /** The reason why an equivalent pod was unschedulable in this cycle; else null. */
  @Nullable String cachedFailure(PodFacts pod) {
    Likeness likeness = likeness(pod);
    return likeness == null ? null : inVain.get(likeness);
  }

  /** A cycle only consumes resources, so a pod that did not fit still does not fit. */
  void noteInVain(PodFacts pod, String message) {
    Likeness likeness = likeness(pod);
    if (likeness != null) {
      inVain.put(likeness, message);
    }
  }

  private static @Nullable Likeness likeness(PodFacts pod) {
    PodFacts.Shape shape = pod.shape();
    boolean plain =
        shape.near().isEmpty()
            && shape.apart().isEmpty()
            && shape.spreads().isEmpty()
            && shape.claims().isEmpty()
            && pod.nominated().isEmpty();
    return plain
        ? new Likeness(
            shape.requests(),
            shape.priority(),
            shape.preempts(),
            shape.ports(),
            shape.nodes(),
            shape.tolerations())
        : null;
  }
}
