package io.coxswain.slurm.checks;

import io.coxswain.env.Env;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.manager.ManagerBuilder;
import io.coxswain.slurm.checks.drain.Drainage;
import io.coxswain.slurm.checks.drain.Turns;
import io.coxswain.slurm.checks.k8snodes.K8sNodesController;
import io.coxswain.slurm.checks.slurmnodes.SlurmNodesController;
import io.coxswain.slurm.clients.RestConnector;
import io.coxswain.slurm.clients.SlurmClients;
import io.coxswain.slurm.clients.SlurmClientsController;
import java.util.Optional;

/** The start-up of the program, in order. */
public final class ChecksProgram {
  public static final String NAME = "soperatorchecks";
  static final String LEASE = "a22156dp.nebius.ai";

  private ChecksProgram() {}

  /** A manager that is ready to run, against the API server of the given world. */
  public static Manager start(Env env, Settings settings, String host) {
    ManagerBuilder builder = settings.common().begin(env, NAME, host);
    settings.namespaces().limit(builder);
    settings.common().elect(builder, LEASE, settings.namespace(), host, false);
    Manager manager = builder.build();
    register(manager, settings);
    return manager;
  }

  private static void register(Manager manager, Settings settings) {
    var clients =
        new SlurmClients(
            manager.client(),
            new RestConnector(manager.env(), manager.client(), Optional.empty()));
    var drainage = new Drainage(manager.client(), clients, new Turns(manager.env().tasks()));
    if (settings.controllers().has(Settings.SLURM_API_CLIENTS)) {
      SlurmClientsController.register(manager, settings.common(), clients);
    }
    if (settings.controllers().has(Settings.SLURM_NODES)) {
      SlurmNodesController.register(
          manager,
          settings.common(),
          clients,
          drainage,
          settings.slurmNodesPeriod(),
          settings.replacement(),
          settings.maintenanceType());
    }
    if (settings.controllers().has(Settings.K8S_NODES)) {
      K8sNodesController.register(
          manager,
          settings.common(),
          drainage,
          settings.notReadyTimeout(),
          settings.maintenanceType(),
          settings.ignored());
    }
  }
}
