package io.coxswain.kube.deployment;

import io.coxswain.api.ApiException;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.common.ControllerRefManager;
import io.coxswain.kube.common.SlowStart;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.events.Recorder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import java.util.List;
import java.util.Optional;

/** Finds a Deployment and its ReplicaSets, and takes the next step with them. */
final class DeploymentReconciler implements Reconciler<ObjectKey> {
  private final Client client;
  private final Recorder events;

  DeploymentReconciler(Client client, Recorder events) {
    this.client = client;
    this.events = events;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<Deployment> found = client.get(Deployment.class, key);
    if (found.isEmpty()) {
      return Outcome.done();
    }
    Deployment deployment = found.get();
    var selector = LabelSelector.of(deployment.getSpec().getSelector());
    if (selector.terms().isEmpty()) {
      return refuse(deployment);
    }
    try {
      List<ReplicaSet> sets =
          new ControllerRefManager<>(client, deployment, selector, ReplicaSet.class).claim();
      return new DeploymentSync(client, events, pass, deployment, sets).run();
    } catch (ApiException e) {
      if (SlowStart.namespaceEnds(e)) {
        return Outcome.done();
      }
      throw e;
    }
  }

  private Outcome refuse(Deployment deployment) throws ApiException {
    events.warning(
        deployment,
        "SelectingAll",
        "This deployment is selecting all pods. A non-empty selector is required.");
    client.patchStatus(
        deployment, d -> d.getStatus().setObservedGeneration(d.getMetadata().getGeneration()));
    return Outcome.done();
  }
}
