package io.coxswain.slurm.nodeset;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.slurm.NodeSet;
import io.coxswain.api.slurm.NodeSetPowerState;
import io.coxswain.api.slurm.SlurmCluster;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.controller.ControllerBuilder;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.slurm.program.ManagerSettings;
import io.coxswain.slurm.reconcile.Changes;
import io.coxswain.slurm.reconcile.ForeignKinds;
import io.coxswain.slurm.reconcile.Owned;
import io.coxswain.slurm.reconcile.StatefulSetWriter;
import io.coxswain.slurm.values.ClusterValues;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** Wires the controller of NodeSets: what it watches, and which NodeSet a change is about. */
public final class NodeSetController {
  private static final String NAME = "nodeset";

  /** NodeSets by the ConfigMaps they name. */
  private static final String NAMED = "named config maps";

  private NodeSetController() {}

  /**
   * @param domain the DNS domain of Services
   */
  public static void register(
      Manager manager, ManagerSettings settings, ForeignKinds kinds, String domain) {
    manager.index(NodeSet.class, NAMED, NodeSetController::named);
    NodeSetMetrics.register(manager.instruments(), manager.client());
    ControllerBuilder<ObjectKey> controller =
        settings
            .tune(manager.controller(NAME))
            .kind(NodeSet.class)
            .watch(
                NodeSet.class, watch -> watch.self().when(Changes.ofGenerationOr(Changes::rollOut)))
            .watch(
                SlurmCluster.class,
                watch -> watch.mapTo(NodeSetController::ofNamespace).when(Changes.ofVersion()))
            .watch(
                NodeSetPowerState.class,
                watch ->
                    watch
                        .mapTo((state, client) -> List.of(PowerStates.nodeSetOf(state)))
                        .when(Changes.ofGeneration()))
            .watch(
                ConfigMap.class,
                watch -> watch.mapTo(NodeSetController::naming).when(Changes.ofVersion()))
            .watch(
                ServiceAccount.class,
                watch -> watch.controllerOf(NodeSet.class).when(Changes.isDeletion()));
    var owned = new Owned(controller, NodeSet.class);
    owned.watch(ConfigMap.class, Service.class, Role.class, RoleBinding.class);
    if (kinds.kruiseStatefulSet()) {
      owned.watchKruiseStatefulSets();
    } else {
      owned.watchStatefulSets();
    }
    controller.reconcile(
        new NodeSetReconciler(
            manager.client(),
            manager.recorder("nodeset-controller"),
            manager.env().entropy().derive("secrets of node sets"),
            kinds.platform(),
            domain,
            new StatefulSetWriter(manager.client(), kinds)));
  }

  private static Collection<ObjectKey> ofNamespace(SlurmCluster cluster, Reader client)
      throws ApiException {
    return client.list(NodeSet.class).in(cluster.getMetadata().getNamespace()).keys();
  }

  private static Collection<ObjectKey> naming(ConfigMap map, Reader client) throws ApiException {
    return client
        .list(NodeSet.class)
        .in(map.getMetadata().getNamespace())
        .by(NAMED, map.getMetadata().getName())
        .keys();
  }

  private static Collection<String> named(NodeSet nodeSet) {
    return Stream.of(
            ClusterValues.text(nodeSet.getSpec().getConfigMapRefSupervisord()),
            ClusterValues.text(nodeSet.getSpec().getConfigMapRefSshd()))
        .filter(name -> !name.isEmpty())
        .toList();
  }
}
