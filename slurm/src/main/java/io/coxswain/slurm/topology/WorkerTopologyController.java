package io.coxswain.slurm.topology;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.slurm.JailedConfig;
import io.coxswain.api.slurm.NodeSet;
import io.coxswain.api.slurm.SlurmCluster;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.controller.Event;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.slurm.program.ManagerSettings;
import io.coxswain.slurm.reconcile.Changes;
import io.coxswain.slurm.reconcile.ForeignKinds;
import io.coxswain.slurm.reconcile.StatefulSetWriter;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;

/** Wires the controller that writes the {@code topology.conf} of each cluster. */
public final class WorkerTopologyController {
  private static final String NAME = "workerTopologyReconciler";

  private WorkerTopologyController() {}

  /**
   * @param namespace of the operator, where the labels of nodes are
   */
  public static void register(
      Manager manager, ManagerSettings settings, ForeignKinds kinds, String namespace) {
    settings
        .tune(manager.controller(NAME))
        .kind(SlurmCluster.class)
        .watch(
            SlurmCluster.class,
            watch -> watch.self().when(event -> event instanceof Event.Created<SlurmCluster>))
        .watch(NodeSet.class, watch -> watch.mapTo(WorkerTopologyController::clusters))
        .watch(
            ConfigMap.class,
            watch ->
                watch
                    .mapTo(WorkerTopologyController::clusters)
                    .when(Changes.isDeletion())
                    .when(WorkerTopologyController::isTopology))
        .watch(
            JailedConfig.class,
            watch ->
                watch
                    .mapTo(WorkerTopologyController::clusters)
                    .when(Changes.isDeletion())
                    .when(WorkerTopologyController::isTopology))
        .reconcile(
            new WorkerTopologyReconciler(
                manager.client(), new StatefulSetWriter(manager.client(), kinds), namespace));
  }

  private static boolean isTopology(Event<? extends HasMetadata> event) {
    return event.object().getMetadata().getName().endsWith(WorkerTopologyReconciler.CONFIG);
  }

  /** All clusters of the namespace. */
  private static List<ObjectKey> clusters(HasMetadata object, Reader client) throws ApiException {
    return client.list(SlurmCluster.class).in(object.getMetadata().getNamespace()).keys();
  }
}
