package io.coxswain.kube.devicetainteviction;

import io.coxswain.api.ObjectKey;

/** The key of a reconcile. */
sealed interface TaintSubject {

  /** A pod that uses claims. */
  record OfPod(ObjectKey key) implements TaintSubject {
    @Override
    public String toString() {
      return "pod:" + key;
    }
  }

  /** A DeviceTaintRule, whose status may have to change. */
  record OfRule(ObjectKey key) implements TaintSubject {
    @Override
    public String toString() {
      return "rule:" + key;
    }
  }
}
