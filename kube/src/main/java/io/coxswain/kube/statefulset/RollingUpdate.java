package io.coxswain.kube.statefulset;

import io.coxswain.kube.common.IntOrPercent;
import io.coxswain.kube.common.Pods;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.RollingUpdateStatefulSetStrategy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Selects the pods of an old revision to delete. */
final class RollingUpdate {
  private RollingUpdate() {}

  static List<Pod> of(StatefulSetObservation seen, SetPods pods) {
    Optional<IntOrString> wished = StatefulSetExtensions.of(seen.set()).maxUnavailable();
    return seen.severalAtOnce() || wished.isPresent()
        ? severalAtOnce(seen, pods, wished)
        : oneAtATime(seen, pods);
  }

  /** From the highest ordinal, as long as all pods above are available. */
  private static List<Pod> oneAtATime(StatefulSetObservation seen, SetPods pods) {
    for (Pod pod : targets(seen, pods)) {
      if (isOutdated(seen, pod)) {
        return List.of(pod);
      }
      if (pods.isUnavailable(pod)) {
        return List.of();
      }
    }
    return List.of();
  }

  private static List<Pod> severalAtOnce(
      StatefulSetObservation seen, SetPods pods, Optional<IntOrString> wished) {
    int unavailable = (int) pods.replicas().stream().filter(pods::isUnavailable).count();
    return targets(seen, pods).stream()
        .filter(pod -> isOutdated(seen, pod))
        .limit(Math.max(0, maxUnavailable(seen, wished) - unavailable))
        .toList();
  }

  private static int maxUnavailable(StatefulSetObservation seen, Optional<IntOrString> wished) {
    return wished
        .or(() -> rolling(seen).map(RollingUpdateStatefulSetStrategy::getMaxUnavailable))
        .map(amount -> Math.max(1, IntOrPercent.roundedDown(amount, seen.ordinals().count())))
        .orElse(1);
  }

  /** From the highest ordinal down to the partition. */
  private static List<Pod> targets(StatefulSetObservation seen, SetPods pods) {
    int partition = Math.min(partition(seen), pods.replicas().size());
    return new ArrayList<>(pods.replicas().subList(partition, pods.replicas().size())).reversed();
  }

  static int partition(StatefulSetObservation seen) {
    return rolling(seen).map(RollingUpdateStatefulSetStrategy::getPartition).orElse(0);
  }

  private static Optional<RollingUpdateStatefulSetStrategy> rolling(StatefulSetObservation seen) {
    return Optional.ofNullable(seen.set().getSpec().getUpdateStrategy().getRollingUpdate());
  }

  /** Whether the set opts in to replacing the pod before it becomes ready. */
  static boolean isBroken(StatefulSetObservation seen, Pod pod) {
    return StatefulSetExtensions.of(seen.set()).replaceBroken()
        && "RollingUpdate".equals(seen.set().getSpec().getUpdateStrategy().getType())
        && Ordinals.of(pod) - seen.ordinals().start() >= partition(seen)
        && isOutdated(seen, pod)
        && !Pods.isReady(pod);
  }

  /** A finished pod is replaced anyway. */
  private static boolean isOutdated(StatefulSetObservation seen, Pod pod) {
    return !Pods.isDeleting(pod)
        && !Pods.isTerminal(pod)
        && !seen.revisions().update().name().equals(StatefulPodFactory.revision(pod));
  }
}
