package io.coxswain.kube.daemonset;

import io.coxswain.kube.common.IntOrPercent;
import io.coxswain.kube.common.Pods;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.RollingUpdateDaemonSet;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The state from which a {@link DaemonSetPlan} is made.
 *
 * @param pods the pods of the set
 * @param hash of the current template
 * @param heldBack by node: the remaining backoff before a failed pod is replaced
 */
record DaemonSetObservation(
    DaemonSet set,
    List<Node> nodes,
    List<Pod> pods,
    String hash,
    Function<String, Optional<Duration>> heldBack,
    Instant now) {

  /** Orders the pod that determines the state of its node first. */
  static final Comparator<Pod> FIRST_OF_NODE =
      Comparator.comparing((Pod pod) -> !Pods.isAssigned(pod))
          .thenComparing(Pods::created)
          .thenComparing(pod -> pod.getMetadata().getName());

  /** Pods by the node they are bound to or intended for, except terminating ones. */
  NavigableMap<String, List<Pod>> podsByNode() {
    var byNode = new TreeMap<String, List<Pod>>();
    for (Pod pod : pods) {
      if (!(Pods.isTerminal(pod) && Pods.isDeleting(pod))) {
        DaemonPodFactory.target(pod)
            .ifPresent(node -> byNode.computeIfAbsent(node, n -> new ArrayList<>()).add(pod));
      }
    }
    byNode.values().forEach(list -> list.sort(FIRST_OF_NODE));
    return byNode;
  }

  int minReadySeconds() {
    Integer seconds = set.getSpec().getMinReadySeconds();
    return seconds == null ? 0 : seconds;
  }

  boolean isAvailable(Pod pod) {
    return Pods.isAvailable(pod, minReadySeconds(), now);
  }

  boolean isUpdated(Pod pod) {
    return DaemonPodFactory.isUpdated(set, hash, pod);
  }

  boolean rolls() {
    return "RollingUpdate".equals(set.getSpec().getUpdateStrategy().getType());
  }

  /** Whether a node may temporarily have two pods. */
  boolean surges() {
    return maxSurge(1) > 0;
  }

  int maxSurge(int desired) {
    return rolling().map(r -> scaled(r.getMaxSurge(), desired)).orElse(0);
  }

  int maxUnavailable(int desired) {
    return rolling().map(r -> scaled(r.getMaxUnavailable(), desired)).orElse(0);
  }

  private Optional<RollingUpdateDaemonSet> rolling() {
    return rolls()
        ? Optional.ofNullable(set.getSpec().getUpdateStrategy().getRollingUpdate())
        : Optional.empty();
  }

  private static int scaled(@Nullable IntOrString value, int desired) {
    return value == null ? 0 : IntOrPercent.roundedUp(value, desired);
  }
}
