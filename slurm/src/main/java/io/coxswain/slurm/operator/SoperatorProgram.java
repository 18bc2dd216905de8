package io.coxswain.slurm.operator;

import io.coxswain.api.ApiException;
import io.coxswain.env.Env;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.manager.ManagerBuilder;
import io.coxswain.runtime.manager.ManagerException;
import io.coxswain.slurm.clients.RestConnector;
import io.coxswain.slurm.clients.SlurmClients;
import io.coxswain.slurm.clients.SlurmClientsController;
import io.coxswain.slurm.clients.SlurmConnector;
import io.coxswain.slurm.cluster.ClusterController;
import io.coxswain.slurm.nodeconfigurator.NodeConfiguratorController;
import io.coxswain.slurm.nodeset.NodeSetController;
import io.coxswain.slurm.program.ManagerSettings;
import io.coxswain.slurm.reconcile.ForeignKinds;
import io.coxswain.slurm.rollingupdate.RollingUpdateController;
import io.coxswain.slurm.topology.NodeTopologyController;
import io.coxswain.slurm.topology.WorkerTopologyController;
import io.coxswain.slurm.webhooks.SlurmWebhooks;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.util.ArrayList;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The start-up of the program, in order. */
public final class SoperatorProgram {
  public static final String NAME = "soperator";
  static final String LEASE = "e21479ae.nebius.ai";
  private static final Logger log = LoggerFactory.getLogger("setup");

  private SoperatorProgram() {}

  /**
   * A manager that is ready to run, against the API server of the given world.
   *
   * @throws ManagerException when the server cannot be asked what it offers
   */
  public static Manager start(Env env, OperatorOptions settings, String host)
      throws ManagerException {
    return start(
        env, settings, host, manager -> new RestConnector(env, manager.client(), Optional.empty()));
  }

  /** As {@link #start(Env, Settings, String)}, with another way to talk to Slurm. */
  static Manager start(
      Env env, OperatorOptions settings, String host, Function<Manager, SlurmConnector> connector)
      throws ManagerException {
    return start(manager(env, settings, host), settings, connector);
  }

  static Manager start(
      ManagerBuilder builder, OperatorOptions settings, Function<Manager, SlurmConnector> connector)
      throws ManagerException {
    Manager manager = builder.build();
    ForeignKinds kinds = foreignKinds(manager, settings);
    ManagerSettings common = settings.common();
    if (settings.controllers().has(OperatorOptions.CLUSTER)) {
      ClusterController.register(manager, common, kinds, settings.clusterDomain());
      if (settings.webhooks()) {
        SlurmWebhooks.cluster(manager.webhooks(), manager.client());
      }
    }
    if (settings.controllers().has(OperatorOptions.NODE_CONFIGURATOR)) {
      NodeConfiguratorController.register(manager, common);
    }
    if (settings.controllers().has(OperatorOptions.NODE_SET)) {
      NodeSetController.register(manager, common, kinds, settings.clusterDomain());
      if (settings.webhooks()) {
        SlurmWebhooks.nodeSet(manager.webhooks());
      }
    }
    if (settings.controllers().has(OperatorOptions.ROLLING_UPDATE)) {
      var clients = new SlurmClients(manager.client(), connector.apply(manager));
      SlurmClientsController.register(manager, common, clients);
      RollingUpdateController.register(manager, common, kinds, clients);
    }
    if (settings.controllers().has(OperatorOptions.TOPOLOGY)) {
      NodeTopologyController.register(
          manager, common, kinds, settings.namespace(), settings.topologyPrefix());
      WorkerTopologyController.register(manager, common, kinds, settings.namespace());
    }
    return manager;
  }

  static ManagerBuilder manager(Env env, OperatorOptions settings, String host) {
    ManagerBuilder builder =
        settings
            .common()
            .begin(env, NAME, host)
            .webhooks(
                webhooks ->
                    webhooks
                        .port(settings.webhookPort())
                        .certificates(OperatorOptions.CERTIFICATES));
    settings.namespaces().limit(builder);
    if (!settings.namespaces().includes(settings.namespace())) {
      // Where nodes are is kept at home, whichever namespaces are looked after.
      var names = new ArrayList<>(settings.namespaces().names());
      names.add(settings.namespace());
      builder.cache(
          cache ->
              cache.kind(
                  ConfigMap.class,
                  kind -> names.forEach(name -> kind.namespace(name, scope -> {}))));
    }
    settings.common().elect(builder, LEASE, settings.namespace(), host, false);
    return builder;
  }

  private static ForeignKinds foreignKinds(Manager manager, OperatorOptions settings)
      throws ManagerException {
    ForeignKindsAsked asked = settings.foreignKinds();
    try {
      ForeignKinds kinds =
          ForeignKinds.discover(
              manager.client(), asked.mariaDb(), asked.prometheus(), asked.appArmor());
      log.atInfo().addKeyValue("kinds", kinds).log("Discovered optional third-party APIs");
      return kinds;
    } catch (ApiException e) {
      throw new ManagerException("failed to discover the APIs of the server: " + e.getMessage(), e);
    }
  }
}
