package io.coxswain.kube.deployment;

import io.coxswain.api.ApiException;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.common.ControllerRefManager;
import io.coxswain.kube.common.Klog;
import io.coxswain.kube.common.Pods;
import io.coxswain.kube.common.SlowStart;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.events.Recorder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import java.util.List;
import java.util.Optional;

/** Observes a Deployment with its ReplicaSets, plans the next step and applies it. */
final class DeploymentReconciler implements Reconciler<ObjectKey> {
  private static final Klog log = Klog.of("deployment-controller");

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
      log.info(2, "Deployment has been deleted", "deployment", key);
      return Outcome.done();
    }
    Deployment deployment = found.get();
    var selector = LabelSelector.of(deployment.getSpec().getSelector());
    if (selector.terms().isEmpty()) {
      return rejectEmptySelector(deployment);
    }
    try {
      DeploymentObservation observed = observe(deployment, selector, pass);
      DeploymentPlan plan = DeploymentPlan.of(observed);
      var writer = new DeploymentWriter(client, events, observed);
      for (DeploymentPlan.Action action : plan.actions()) {
        writer.apply(action);
      }
      return plan.outcome();
    } catch (ApiException e) {
      if (SlowStart.namespaceEnds(e)) {
        return Outcome.done();
      }
      throw e;
    }
  }

  private DeploymentObservation observe(
      Deployment deployment, LabelSelector selector, Reconciliation pass) throws ApiException {
    List<ReplicaSet> sets =
        new ControllerRefManager<>(client, deployment, selector, ReplicaSet.class).claim();
    Optional<String> newSet =
        ReplicaSets.findNew(deployment, sets).map(set -> set.getMetadata().getName());
    boolean oldPodsRunning =
        "Recreate".equals(deployment.getSpec().getStrategy().getType())
            && arePodsRunning(
                sets.stream()
                    .filter(set -> !newSet.equals(Optional.of(set.getMetadata().getName())))
                    .toList());
    return new DeploymentObservation(deployment, sets, newSet, oldPodsRunning, pass.now());
  }

  /** Whether a set reports replicas or has a pod that may still run. */
  private boolean arePodsRunning(List<ReplicaSet> sets) throws ApiException {
    for (ReplicaSet set : sets) {
      if (SetSize.orZero(set.getStatus().getReplicas()) > 0) {
        return true;
      }
      for (Pod pod : client.list(Pod.class).controlledBy(set).toList()) {
        if (!Pods.isTerminal(pod)) {
          return true;
        }
      }
    }
    return false;
  }

  private Outcome rejectEmptySelector(Deployment deployment) throws ApiException {
    events.warning(
        deployment,
        "SelectingAll",
        "This deployment is selecting all pods. A non-empty selector is required.");
    client.patchStatus(
        deployment, d -> d.getStatus().setObservedGeneration(d.getMetadata().getGeneration()));
    return Outcome.done();
  }
}
