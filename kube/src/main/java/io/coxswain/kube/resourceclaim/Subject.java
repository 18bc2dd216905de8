package io.coxswain.kube.resourceclaim;

import io.coxswain.api.ObjectKey;

/** The key of a reconcile. */
sealed interface Subject {

  /** A pod that uses claims. */
  record OfPod(ObjectKey key) implements Subject {
    @Override
    public String toString() {
      return "pod:" + key;
    }
  }

  /** A claim. */
  record OfClaim(ObjectKey key) implements Subject {
    @Override
    public String toString() {
      return "claim:" + key;
    }
  }
}
