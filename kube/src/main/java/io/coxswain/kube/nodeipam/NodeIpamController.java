package io.coxswain.kube.nodeipam;

import io.coxswain.runtime.controller.Event;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.Node;

/** Registers the node IPAM controller, which runs only with {@code --allocate-node-cidrs}. */
public final class NodeIpamController {
  private static final int WORKERS = 30;

  private NodeIpamController() {}

  public static void register(Manager manager, NodeIpamOptions options) {
    var allocations = new Allocations(options, new CidrSetMetrics(manager.instruments()));
    manager
        .controller("cidrallocator_node")
        .kind(Node.class)
        .workers(WORKERS)
        .watch(
            Node.class,
            watch ->
                watch.observe(allocations::occupyCidrs).self().when(NodeIpamController::needsCidrs))
        .reconcile(
            new NodeIpamReconciler(
                manager.client().fieldOwner("kube-controller-manager"),
                manager.recorder("cidrAllocator"),
                allocations));
  }

  private static boolean needsCidrs(Event<Node> event) {
    return !(event instanceof Event.Deleted<Node>) && Allocations.cidrs(event.object()).isEmpty();
  }
}
