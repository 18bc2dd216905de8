package io.coxswain.slurm.checks.serviceaccount;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.slurm.ActiveCheck;
import io.coxswain.api.slurm.SlurmCluster;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Event;
import io.coxswain.runtime.controller.FailedPassException;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Pass;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.slurm.program.ManagerSettings;
import io.coxswain.slurm.reconcile.OwnedObjects;
import io.coxswain.slurm.render.ActiveCheckAccess;
import io.coxswain.slurm.values.Maintenance;
import io.coxswain.slurm.values.Names;
import java.util.Optional;

/** Sees to the identity of check pods when an active check appears. */
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
        .kind(ActiveCheck.class)
        .watch(
            ActiveCheck.class,
            watch -> watch.self().when(event -> event instanceof Event.Created<ActiveCheck>))
        .reconcile(new ServiceAccountController(manager.client())::reconcile);
  }

  private Outcome reconcile(ObjectKey key, Pass pass) throws ApiException {
    Optional<ActiveCheck> check = client.get(ActiveCheck.class, key);
    if (check.isEmpty()) {
      return Outcome.done();
    }
    String name = check.get().getSpec().getSlurmClusterRefName();
    ObjectKey clusterKey = ObjectKey.of(key.namespace(), name);
    SlurmCluster cluster =
        client
            .get(SlurmCluster.class, clusterKey)
            .orElseThrow(
                () -> new FailedPassException("SlurmCluster " + clusterKey + " not found"));
    if (Maintenance.of(cluster.getSpec().getMaintenance()).active()) {
      pass.log().info("SlurmCluster {} is under maintenance", clusterKey);
      return Outcome.done();
    }
    Names names = Names.of(name, key.namespace());
    objects.ensure(cluster, ActiveCheckAccess.serviceAccount(names));
    objects.ensure(cluster, ActiveCheckAccess.role(names));
    objects.ensure(cluster, ActiveCheckAccess.roleBinding(names));
    return Outcome.done();
  }
}
