package io.coxswain.slurm.clients;

import io.coxswain.api.slurm.SlurmCluster;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.slurm.program.ManagerSettings;

/** Wires what makes a client when a SlurmCluster appears, and drops it when it goes. */
public final class SlurmClientsController {
  public static final String NAME = "soperatorchecks.slurmapiclients";

  private SlurmClientsController() {}

  public static void register(Manager manager, ManagerSettings settings, SlurmClients clients) {
    settings
        .tune(manager.controller(NAME))
        .kind(SlurmCluster.class)
        .watch(SlurmCluster.class, watch -> watch.self())
        .reconcile(
            (key, pass) -> {
              var _ = clients.find(key);
              return Outcome.done();
            });
  }
}
