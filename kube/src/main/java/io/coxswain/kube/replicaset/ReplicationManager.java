package io.coxswain.kube.replicaset;

import io.coxswain.runtime.manager.Manager;

/** Registers the ReplicationController controller, under upstream's name. */
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
