package io.coxswain.slurm.topology;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.kruise.ResourceDistribution;
import io.coxswain.api.slurm.SlurmCluster;
import io.coxswain.runtime.controller.ControllerBuilder;
import io.coxswain.runtime.controller.Event;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.slurm.program.ManagerSettings;
import io.coxswain.slurm.reconcile.Changes;
import io.coxswain.slurm.reconcile.ForeignKinds;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Node;
import java.util.List;

/**
 * Wires the controller that spreads the labels of nodes. There is one thing to keep, so there is
 * one key.
 */
public final class NodeTopologyController {
  private static final String NAME = "nodeTopologyReconciler";
  static final ObjectKey KEY = ObjectKey.of("topology-soperator");

  private NodeTopologyController() {}

  /**
   * @param namespace of the operator
   * @param prefix of the labels
   */
  public static void register(
      Manager manager,
      ManagerSettings settings,
      ForeignKinds kinds,
      String namespace,
      String prefix) {
    ControllerBuilder<ObjectKey> controller =
        settings
            .tune(manager.controller(NAME))
            .kind(Node.class)
            .watch(
                Node.class,
                watch ->
                    watch
                        .mapTo((node, client) -> List.of(KEY))
                        .when(event -> placeChanged(event, prefix)))
            .watch(
                SlurmCluster.class,
                watch ->
                    watch
                        .mapTo((cluster, client) -> List.of(KEY))
                        .when(event -> !(event instanceof Event.Updated<SlurmCluster>)));
    if (kinds.resourceDistribution()) {
      controller.watch(
          ResourceDistribution.class,
          watch ->
              watch
                  .self()
                  .when(Changes.isDeletion())
                  .when(event -> ObjectKey.of(event.object()).equals(KEY)));
    } else {
      controller.watch(
          ConfigMap.class,
          watch ->
              watch
                  .mapTo((map, client) -> List.of(KEY))
                  .when(Changes.ofVersion())
                  .when(
                      event ->
                          event.object().getMetadata().getName().equals(NodeLabels.CONFIG_MAP)));
    }
    // There need not be any node that says where it is: the object is wanted all the same.
    manager.add(
        new FirstLook(
            controller.reconcile(
                new NodeTopologyReconciler(manager.client(), kinds, namespace, prefix))));
  }

  /** One look when this replica begins to lead. */
  private record FirstLook(io.coxswain.runtime.controller.Controller<ObjectKey> controller)
      implements Manager.Routine {
    @Override
    public void run() {
      controller.enqueue(KEY);
    }
  }

  private static boolean placeChanged(Event<Node> event, String prefix) {
    return event instanceof Event.Updated<Node>(Node old, Node now)
        ? !NodeLabels.tiers(old, prefix).equals(NodeLabels.tiers(now, prefix))
        : !NodeLabels.tiers(event.object(), prefix).isEmpty();
  }
}
