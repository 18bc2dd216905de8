package io.coxswain.kube.deployment;

import io.fabric8.kubernetes.api.model.apps.ReplicaSet;

/**
 * How large a ReplicaSet is.
 *
 * @param size how many pods it is to have
 * @param available how many of those that it has are available
 */
record SetSize(String name, int size, int available) {

  static SetSize of(ReplicaSet set) {
    return new SetSize(set.getMetadata().getName(), size(set), available(set));
  }

  static int size(ReplicaSet set) {
    return orZero(set.getSpec().getReplicas());
  }

  static int available(ReplicaSet set) {
    return set.getStatus() == null ? 0 : orZero(set.getStatus().getAvailableReplicas());
  }

  static int orZero(@org.jspecify.annotations.Nullable Integer number) {
    return number == null ? 0 : number;
  }

  SetSize resized(int other) {
    return new SetSize(name, other, available);
  }
}
