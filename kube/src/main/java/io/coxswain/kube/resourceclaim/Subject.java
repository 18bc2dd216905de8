package io.coxswain.kube.resourceclaim;

import io.coxswain.api.ObjectKey;

/** What a pass looks at. */
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
