package io.coxswain.slurm.nodeconfigurator;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.slurm.NodeConfigurator;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.ReconcileException;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.events.Recorder;
import io.coxswain.slurm.reconcile.OwnedObjects;
import io.coxswain.slurm.render.NodeConfiguratorRender;
import io.coxswain.slurm.values.InvalidClusterException;
import java.util.Optional;

/** Keeps the DaemonSet as rendered. */
final class NodeConfiguratorReconciler implements Reconciler<ObjectKey> {
  private final Client client;
  private final Recorder recorder;
  private final OwnedObjects objects;

  NodeConfiguratorReconciler(Client client, Recorder recorder) {
    this.client = client;
    this.recorder = recorder;
    this.objects = new OwnedObjects(client);
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<NodeConfigurator> found = client.get(NodeConfigurator.class, key);
    if (found.isEmpty() || found.get().getMetadata().getDeletionTimestamp() != null) {
      return Outcome.done();
    }
    try {
      objects.ensure(found.get(), NodeConfiguratorRender.daemonSet(found.get()));
      return Outcome.done();
    } catch (InvalidClusterException e) {
      recorder.warning(found.get(), "InvalidSpec", "%s", String.valueOf(e.getMessage()));
      throw new ReconcileException(String.valueOf(e.getMessage()), e);
    }
  }
}
