package io.coxswain.kube.statefulset;

import io.fabric8.kubernetes.api.model.Pod;

/** An action for one pod of a set. */
sealed interface PodAction {
  Pod pod();

  /** Creates the pod, after its missing claims. */
  record Create(Pod pod) implements PodAction {}

  /** Creates missing claims of a pending pod and corrects their owners. */
  record EnsureClaims(Pod pod) implements PodAction {}

  /** Corrects labels, volumes and owners of claims. */
  record Repair(Pod pod) implements PodAction {}

  /** Corrects the owners of the claims of a pod that is to be deleted. */
  record AlignClaims(Pod pod) implements PodAction {}

  /** Deletes a failed or surplus pod. */
  record Delete(Pod pod) implements PodAction {}

  /** Deletes a pod of another revision. */
  record Replace(Pod pod) implements PodAction {}
}
