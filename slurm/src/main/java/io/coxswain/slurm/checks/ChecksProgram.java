package io.coxswain.slurm.checks;

import io.coxswain.env.Env;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.manager.ManagerBuilder;
import io.coxswain.runtime.manager.ManagerException;
import io.coxswain.runtime.metrics.Metrics;
import io.coxswain.slurm.checks.activecheck.ActiveCheckController;
import io.coxswain.slurm.checks.activecheckjob.ActiveCheckJobController;
import io.coxswain.slurm.checks.k8snodes.K8sNodesController;
import io.coxswain.slurm.checks.podephemeralstorage.KubeletStats;
import io.coxswain.slurm.checks.podephemeralstorage.PodStorageController;
import io.coxswain.slurm.checks.serviceaccount.ServiceAccountController;
import io.coxswain.slurm.checks.slurmnodes.SlurmNodesController;
import io.coxswain.slurm.clients.RestConnector;
import io.coxswain.slurm.clients.SlurmClients;
import io.coxswain.slurm.clients.SlurmClientsController;
import io.coxswain.slurm.drain.SlurmDrainer;
import java.io.IOException;
import java.security.GeneralSecurityException;

/** The start-up of the program, in order. */
public final class ChecksProgram {
  public static final String NAME = "soperatorchecks";
  static final String LEASE = "a22156dp.nebius.ai";

  private ChecksProgram() {}

  /** A manager that is ready to run, against the API server of the given world. */
  public static Manager start(Env env, ChecksOptions settings, String host)
      throws ManagerException {
    ManagerBuilder builder = settings.common().begin(env, NAME, host);
    settings.namespaces().limit(builder);
    settings.common().elect(builder, LEASE, settings.namespace(), host, false);
    Metrics metrics = builder.metrics();
    Manager manager = builder.build();
    var clients =
        new SlurmClients(
            manager.client(), new RestConnector(env, manager.client(), settings.scontrol()));
    var drainer = new SlurmDrainer(manager.client(), clients, env.tasks());
    registerNodeControllers(manager, settings, clients, drainer);
    registerActiveChecks(manager, settings, clients, drainer);
    if (settings.controllers().has(ChecksOptions.STORAGE)) {
      PodStorageController.register(
          manager,
          settings.common(),
          clients,
          drainer,
          kubelets(env, metrics, settings.kubelet()),
          new PodStorageController.Rules(
              settings.storagePeriod(),
              settings.storageWorkers(),
              settings.storageThreshold(),
              settings.storageResumeThreshold()));
    }
    return manager;
  }

  private static void registerNodeControllers(
      Manager manager, ChecksOptions settings, SlurmClients clients, SlurmDrainer drainer) {
    if (settings.controllers().has(ChecksOptions.SLURM_API_CLIENTS)) {
      SlurmClientsController.register(manager, settings.common(), clients);
    }
    if (settings.controllers().has(ChecksOptions.SLURM_NODES)) {
      SlurmNodesController.register(
          manager,
          settings.common(),
          clients,
          drainer,
          settings.slurmNodesPeriod(),
          settings.replacement(),
          settings.maintenanceType());
    }
    if (settings.controllers().has(ChecksOptions.K8S_NODES)) {
      K8sNodesController.register(
          manager,
          settings.common(),
          drainer,
          settings.notReadyTimeout(),
          settings.maintenanceType(),
          settings.ignored());
    }
  }

  private static void registerActiveChecks(
      Manager manager, ChecksOptions settings, SlurmClients clients, SlurmDrainer drainer) {
    if (settings.controllers().has(ChecksOptions.ACTIVE_CHECK)) {
      ActiveCheckController.register(manager, settings.common(), settings.activeCheckRetry());
    }
    if (settings.controllers().has(ChecksOptions.ACTIVE_CHECK_JOB)) {
      ActiveCheckJobController.register(
          manager, settings.common(), clients, drainer, settings.activeCheckJobPeriod());
    }
    if (settings.controllers().has(ChecksOptions.SERVICE_ACCOUNT)) {
      ServiceAccountController.register(manager, settings.common());
    }
  }

  private static KubeletStats kubelets(Env env, Metrics metrics, ChecksOptions.Kubelet asked)
      throws ManagerException {
    try {
      return new KubeletStats(
          env,
          metrics,
          asked.port(),
          asked.timeout(),
          KubeletStats.trust(env.files(), asked.insecure(), asked.caFile(), asked.serverName()));
    } catch (IOException | GeneralSecurityException e) {
      throw new ManagerException("-kubelet-ca-file: " + asked.caFile() + ": " + e.getMessage(), e);
    }
  }
}
