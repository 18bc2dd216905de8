package io.coxswain.slurm.nodeconfigurator;

import io.coxswain.api.slurm.NodeConfigurator;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.slurm.program.ManagerSettings;
import io.coxswain.slurm.reconcile.Changes;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;

/** Wires the controller of NodeConfigurators. */
public final class NodeConfiguratorController {
  private static final String NAME = "nodeconfigurator";

  private NodeConfiguratorController() {}

  public static void register(Manager manager, ManagerSettings settings) {
    settings
        .tune(manager.controller(NAME))
        .kind(NodeConfigurator.class)
        .watch(NodeConfigurator.class, watch -> watch.self().when(Changes.ofGeneration()))
        .watch(
            DaemonSet.class,
            watch -> watch.controllerOf(NodeConfigurator.class).when(Changes.ofGeneration()))
        .reconcile(
            new NodeConfiguratorReconciler(
                manager.client(), manager.recorder("nodeconfigurator-controller")));
  }
}
