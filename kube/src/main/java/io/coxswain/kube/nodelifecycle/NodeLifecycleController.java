package io.coxswain.kube.nodelifecycle;

import io.coxswain.kube.common.PodIndexes;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Event;
import io.coxswain.runtime.events.Recorder;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Registers the node lifecycle controller: four loops that share the table of nodes. */
public final class NodeLifecycleController {
  private static final int NODE_WORKERS = 8;
  private static final int POD_WORKERS = 4;

  /** The monitor checks all nodes together, so there is one key. */
  private static final String ALL = "all nodes";

  private NodeLifecycleController() {}

  public static void register(Manager manager, NodeLifecycleOptions options) {
    PodIndexes.byNode(manager);
    Client client = manager.client().fieldOwner("kube-controller-manager");
    Recorder events = manager.recorder("node-controller");
    var pods = new PodsNotReady(client, events);
    var taints = new NoExecuteTaints(client);
    var zones = new Zones(options.evictionRate());
    var table = new NodeHealthTable();
    var clock = manager.env().clock();
    var metrics = new NodeCollectorMetrics(manager.instruments());

    manager
        .controller("node_lifecycle_controller")
        .kind(Node.class)
        .workers(NODE_WORKERS)
        .watch(Node.class, watch -> watch.self())
        .reconcile(new NodeLifecycleReconciler(client));
    manager
        .controller("node_lifecycle_controller_pods")
        .kind(Pod.class)
        .workers(POD_WORKERS)
        .watch(Pod.class, watch -> watch.self().when(NodeLifecycleController::isBoundJustNow))
        .reconcile(new PodReconciler(client, pods));
    var zoneController =
        manager
            .controllerBy(String.class, "node_lifecycle_controller_zones")
            .workers(1)
            .reconcile(new ZoneReconciler(zones, taints, clock, metrics));
    manager
        .controllerBy(String.class, "node_lifecycle_controller_monitor")
        .workers(1)
        .watch(Node.class, watch -> watch.observe(table::recordNode))
        .watch(Lease.class, watch -> watch.observeLatest(table::recordLease))
        .reconcile(
            new HealthMonitor(
                options,
                table,
                zones,
                new NodeStatusUnknownWriter(client, clock, options),
                pods,
                taints,
                events,
                clock,
                zoneController::enqueue,
                metrics))
        .enqueue(ALL);
  }

  private static boolean isBoundJustNow(Event<Pod> event) {
    return switch (event) {
      case Event.Created<Pod> created -> isBound(created.object());
      case Event.Updated<Pod>(Pod old, Pod now) ->
          isBound(now) && !Objects.equals(node(old), node(now));
      case Event.Deleted<Pod> deleted -> false;
    };
  }

  private static boolean isBound(Pod pod) {
    String node = node(pod);
    return node != null && !node.isEmpty();
  }

  private static @Nullable String node(Pod pod) {
    return pod.getSpec().getNodeName();
  }
}
