package io.coxswain.kube.nodettl;

import io.coxswain.runtime.controller.Event;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.Node;

/** Registers the node TTL controller. */
public final class NodeTtlController {
  private static final int WORKERS = 5;

  private NodeTtlController() {}

  public static void register(Manager manager) {
    var size = new ClusterSize();
    manager
        .controller("ttlcontroller")
        .kind(Node.class)
        .workers(WORKERS)
        .watch(
            Node.class,
            watch -> watch.observe(size::countNode).self().when(NodeTtlController::exists))
        .reconcile(
            new NodeTtlReconciler(manager.client().fieldOwner("kube-controller-manager"), size));
  }

  private static boolean exists(Event<Node> event) {
    return !(event instanceof Event.Deleted<Node>);
  }
}
