package io.coxswain.node.scheduler;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What one round of placing decided, before anything is written. */
final class SchedulingDecisions {

  /** A pod goes to a node, with what its volumes need first. */
  record Bind(PodFacts pod, VolumeConstraints volumes) {}

  /** A pod goes nowhere. */
  record Unschedulable(PodFacts pod, String message) {}

  /** Others go so that a pod can have their place. */
  record Preempt(PodFacts pod, Preemption how, String message) {}

  private final List<Bind> binds = new ArrayList<>();
  private final List<Unschedulable> refusals = new ArrayList<>();
  private final List<Preempt> preemptions = new ArrayList<>();
  private final Map<Likeness, String> inVain = new HashMap<>();

  /** What decides alone where a pod without wishes about others can go. */
  private record Likeness(
      Amounts requests,
      int priority,
      boolean preempts,
      List<PodFacts.Port> ports,
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

  /** Why a pod that can go just where this one can found no place in this round; else null. */
  @Nullable String cachedFailure(PodFacts pod) {
    Likeness likeness = likeness(pod);
    return likeness == null ? null : inVain.get(likeness);
  }

  /** Placing only takes room away, so within a round what fitted nowhere fits nowhere. */
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
