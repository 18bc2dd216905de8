package io.coxswain.kube.replicaset;

import io.coxswain.runtime.manager.Manager;

/** Wires the controller of ReplicationControllers, by the name that upstream gave it. */
public final class ReplicationManager {
  private ReplicationManager() {}

  public static void register(Manager manager, ReplicaSetOptions options) {
    ReplicaWatches.wire(
        manager,
        "replicationmanager",
        options,
        new ReplicaKind.ReplicationControllers(),
        manager.recorder("replication-controller"));
  }
}
