package io.coxswain.kube.deployment;

import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The state from which a {@link DeploymentPlan} is made.
 *
 * @param sets all ReplicaSets of the Deployment
 * @param newSet the name of the one with the current template, if it exists
 * @param oldPodsRunning whether an old ReplicaSet may still have running pods; only observed for
 *     the strategy Recreate
 */
record DeploymentObservation(
    Deployment deployment,
    List<ReplicaSet> sets,
    Optional<String> newSet,
    boolean oldPodsRunning,
    Instant now) {

  DeploymentObservation {
    sets = List.copyOf(sets);
  }
}
