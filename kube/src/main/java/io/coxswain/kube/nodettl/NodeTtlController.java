package io.coxswain.kube.nodettl;

import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.Node;

/** Wires the TTL controller. */
public final class NodeTtlController {
  private static final int WORKERS = 5;

  private NodeTtlController() {}

  public static void register(Manager manager) {
    var size = new ClusterSize();
    manager
        .controller("ttlcontroller")
        .kind(Node.class)
        .workers(WORKERS)
        .watch(Node.class, watch -> watch.self().when(size::saw))
        .reconcile(
            new NodeTtlReconciler(manager.client().fieldOwner("kube-controller-manager"), size));
  }
}
