package io.coxswain.slurm.checks.slurmnodes;

import io.coxswain.api.slurm.SlurmCluster;
import io.coxswain.runtime.controller.EventType;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.slurm.clients.SlurmClients;
import io.coxswain.slurm.drain.SlurmDrainer;
import io.coxswain.slurm.program.ManagerSettings;
import java.time.Duration;
import java.util.List;

/** Wires the rounds over Slurm's nodes. */
public final class SlurmNodesController {
  public static final String NAME = "soperatorchecks.slurmnodes";

  /** All clusters are looked at in one round. */
  private static final String ROUND = "round";

  private SlurmNodesController() {}

  /**
   * @param period from one round to the next
   * @param replacement whether nodes may be reported as broken
   * @param maintenanceType the condition by which the platform announces maintenance
   */
  public static void register(
      Manager manager,
      ManagerSettings settings,
      SlurmClients clients,
      SlurmDrainer drainer,
      Duration period,
      boolean replacement,
      String maintenanceType) {
    settings
        .tune(manager.controllerBy(String.class, NAME))
        .kind(SlurmCluster.class)
        .watch(
            SlurmCluster.class,
            watch -> watch.mapTo((cluster, client) -> List.of(ROUND)).only(EventType.CREATED))
        .reconcile(
            new SlurmNodesReconciler(
                manager.client(),
                manager.recorder(NAME),
                clients,
                drainer,
                period,
                new SlurmNodePlan.Rules(replacement, maintenanceType)));
  }
}
