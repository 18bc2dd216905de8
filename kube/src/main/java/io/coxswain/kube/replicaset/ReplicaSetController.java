package io.coxswain.kube.replicaset;

import io.coxswain.runtime.manager.Manager;

/** Registers the ReplicaSet controller. */
public final class ReplicaSetController {
  private ReplicaSetController() {}

  public static void register(Manager manager, ReplicaSetOptions options) {
    ReplicaWatches.wire(
        manager,
        "replicaset",
        options,
        new ReplicaKind.ReplicaSets(),
        manager.recorder("replicaset-controller"));
  }
}
