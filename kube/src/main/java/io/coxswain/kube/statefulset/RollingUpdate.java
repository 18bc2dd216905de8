package io.coxswain.kube.statefulset;

import io.coxswain.kube.common.IntOrPercent;
import io.coxswain.kube.common.Pods;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;

/** Which pods of another revision to end now. */
final class RollingUpdate {
  private RollingUpdate() {}

  static List<Pod> of(StatefulSetObservation seen, SetPods pods) {
    return seen.severalAtOnce() ? severalAtOnce(seen, pods) : oneAtATime(seen, pods);
  }

  /** From the top, as long as all above are available. */
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

  private static List<Pod> severalAtOnce(StatefulSetObservation seen, SetPods pods) {
    int unavailable = (int) pods.replicas().stream().filter(pods::isUnavailable).count();
    return targets(seen, pods).stream()
        .filter(pod -> isOutdated(seen, pod))
        .limit(Math.max(0, maxUnavailable(seen) - unavailable))
        .toList();
  }

  private static int maxUnavailable(StatefulSetObservation seen) {
    var rolling = seen.set().getSpec().getUpdateStrategy().getRollingUpdate();
    if (rolling == null || rolling.getMaxUnavailable() == null) {
      return 1;
    }
    return Math.max(
        1, IntOrPercent.roundedDown(rolling.getMaxUnavailable(), seen.ordinals().count()));
  }

  /** From the top down to the partition. */
  private static List<Pod> targets(StatefulSetObservation seen, SetPods pods) {
    int partition = Math.min(partition(seen), pods.replicas().size());
    return new ArrayList<>(pods.replicas().subList(partition, pods.replicas().size())).reversed();
  }

  static int partition(StatefulSetObservation seen) {
    var rolling = seen.set().getSpec().getUpdateStrategy().getRollingUpdate();
    return rolling == null || rolling.getPartition() == null ? 0 : rolling.getPartition();
  }

  /** One that has ended is on its way out already. */
  private static boolean isOutdated(StatefulSetObservation seen, Pod pod) {
    return !Pods.isDeleting(pod)
        && !Pods.isTerminal(pod)
        && !seen.revisions().update().name().equals(StatefulPodFactory.revision(pod));
  }
}
