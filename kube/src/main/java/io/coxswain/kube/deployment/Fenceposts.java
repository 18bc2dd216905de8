package io.coxswain.kube.deployment;

import io.coxswain.kube.common.IntOrPercent;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import org.jspecify.annotations.Nullable;

/**
 * The bounds of a rollout.
 *
 * @param replicas the desired number of pods
 * @param surge how many pods may exist beyond that
 * @param unavailable how many of them may be unavailable
 */
record Fenceposts(int replicas, int surge, int unavailable) {

  static Fenceposts of(Deployment deployment) {
    int replicas = replicas(deployment);
    if (!isRolling(deployment)) {
      return new Fenceposts(replicas, 0, 0);
    }
    var rolling = deployment.getSpec().getStrategy().getRollingUpdate();
    return rolling == null
        ? of(replicas, null, null)
        : of(replicas, rolling.getMaxSurge(), rolling.getMaxUnavailable());
  }

  /** At least one of the two bounds must be positive, or the rollout could never progress. */
  static Fenceposts of(
      int replicas, @Nullable IntOrString maxSurge, @Nullable IntOrString maxUnavailable) {
    int surge = maxSurge == null ? 0 : IntOrPercent.roundedUp(maxSurge, replicas);
    int unavailable =
        maxUnavailable == null ? 0 : IntOrPercent.roundedDown(maxUnavailable, replicas);
    return new Fenceposts(
        replicas, surge, Math.min(surge == 0 && unavailable == 0 ? 1 : unavailable, replicas));
  }

  static int replicas(Deployment deployment) {
    Integer replicas = deployment.getSpec().getReplicas();
    return replicas == null ? 1 : replicas;
  }

  static boolean isRolling(Deployment deployment) {
    return "RollingUpdate".equals(deployment.getSpec().getStrategy().getType());
  }

  /** The maximum number of pods. */
  int most() {
    return replicas + surge;
  }

  int minAvailable() {
    return replicas - unavailable;
  }

  /** The size that a new set may have, given the total number of pods of all sets including it. */
  int newSize(int present, int total) {
    return total >= most() ? present : present + Math.min(most() - total, replicas - present);
  }
}
