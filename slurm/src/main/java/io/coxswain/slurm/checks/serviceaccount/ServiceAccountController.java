package io.coxswain.slurm.checks.serviceaccount;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.slurm.ActiveCheck;
import io.coxswain.api.slurm.SlurmCluster;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Event;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.ReconcileException;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.slurm.program.ManagerSettings;
import io.coxswain.slurm.reconcile.OwnedObjects;
import io.coxswain.slurm.render.ActiveCheckAccess;
import io.coxswain.slurm.values.Maintenance;
import io.coxswain.slurm.values.Names;
import java.util.List;

/** Creates the service account of check pods when an active check is created. */
public final class ServiceAccountController {
  public static final String NAME = "soperatorchecks.serviceaccount";

  private final Client client;
  private final OwnedObjects objects;

  private ServiceAccountController(Client client) {
    this.client = client;
    this.objects = new OwnedObjects(client);
  }

  public static void register(Manager manager, ManagerSettings settings) {
    settings
        .tune(manager.controller(NAME))
        .kind(SlurmCluster.class)
        .watch(
            ActiveCheck.class,
            watch ->
                watch
                    .mapTo((check, client) -> List.of(clusterOf(check)))
                    .when(event -> event instanceof Event.Created<ActiveCheck>))
        .reconcile(new ServiceAccountController(manager.client())::reconcile);
  }

  /** Checks of one cluster share what is made here, so it is made for the cluster. */
  private static ObjectKey clusterOf(ActiveCheck check) {
    return ObjectKey.of(
        check.getMetadata().getNamespace(), check.getSpec().getSlurmClusterRefName());
  }

  private Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    SlurmCluster cluster =
        client
            .get(SlurmCluster.class, key)
            .orElseThrow(() -> new ReconcileException("SlurmCluster " + key + " not found"));
    if (Maintenance.of(cluster.getSpec().getMaintenance()).active()) {
      pass.log().info("SlurmCluster is under maintenance, skipping");
      return Outcome.done();
    }
    Names names = Names.of(key.name(), key.namespace());
    objects.ensure(cluster, ActiveCheckAccess.serviceAccount(names));
    objects.ensure(cluster, ActiveCheckAccess.role(names));
    objects.ensure(cluster, ActiveCheckAccess.roleBinding(names));
    return Outcome.done();
  }
}
