package io.coxswain.kube.statefulset;

import io.fabric8.kubernetes.api.model.Pod;

/** Something to do for one pod of a set. */
sealed interface PodAction {
  Pod pod();

  /** Makes the pod, after the claims that it lacks. */
  record Create(Pod pod) implements PodAction {}

  /** Makes claims that a waiting pod lacks, and lets the right objects own them. */
  record EnsureClaims(Pod pod) implements PodAction {}

  /** Puts labels, volumes and owners of claims right that somebody has changed. */
  record Repair(Pod pod) implements PodAction {}

  /** Lets the right objects own the claims of a pod that is to go. */
  record AlignClaims(Pod pod) implements PodAction {}

  /** Ends a pod that has failed, or one too many. */
  record Delete(Pod pod) implements PodAction {}

  /** Ends a pod of another revision. */
  record Replace(Pod pod) implements PodAction {}
}
