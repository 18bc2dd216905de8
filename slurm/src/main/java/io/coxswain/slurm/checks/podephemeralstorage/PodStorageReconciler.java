package io.coxswain.slurm.checks.podephemeralstorage;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.slurm.SlurmCluster;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.ReconcileException;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.slurm.checks.podephemeralstorage.StoragePlan.Usage;
import io.coxswain.slurm.client.SlurmException;
import io.coxswain.slurm.client.SlurmNode;
import io.coxswain.slurm.drain.LockedNode;
import io.coxswain.slurm.drain.SlurmDrainer;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Checks one worker pod periodically while it exists. */
final class PodStorageReconciler implements Reconciler<ObjectKey> {
  private final Client client;
  private final SlurmDrainer drainer;
  private final NodeListing nodes;
  private final KubeletStats kubelets;
  private final StorageEvents events;
  private final PodStorageController.Rules rules;

  PodStorageReconciler(
      Client client,
      SlurmDrainer drainer,
      NodeListing nodes,
      KubeletStats kubelets,
      PodStorageController.Rules rules) {
    this.client = client;
    this.drainer = drainer;
    this.nodes = nodes;
    this.kubelets = kubelets;
    this.events = new StorageEvents(client);
    this.rules = rules;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<Pod> pod = client.get(Pod.class, key);
    if (pod.isEmpty() || !StoragePlan.isWorker(pod.get())) {
      return Outcome.done();
    }
    try {
      Optional<Usage> usage = usage(pod.get());
      if (usage.isPresent()) {
        act(pod.get(), usage.get(), pass);
      }
      return Outcome.after(rules.period());
    } catch (IOException | SlurmException e) {
      throw new ReconcileException("pod " + key + ": " + e.getMessage(), e);
    }
  }

  private Optional<Usage> usage(Pod pod) throws ApiException, IOException {
    String name = pod.getSpec().getNodeName();
    boolean running = pod.getStatus() != null && "Running".equals(pod.getStatus().getPhase());
    long limit = StoragePlan.limit(pod);
    if (!running || name == null || name.isEmpty() || limit == 0) {
      return Optional.empty();
    }
    Node node =
        client
            .get(Node.class, ObjectKey.of(name))
            .orElseThrow(() -> new ReconcileException("node " + name + " not found"));
    OptionalLong used = kubelets.used(node, pod.getMetadata().getUid());
    return used.isEmpty() ? Optional.empty() : Optional.of(new Usage(used.getAsLong(), limit));
  }

  private void act(Pod pod, Usage usage, Reconciliation pass) throws ApiException, SlurmException {
    boolean high = usage.percent() > rules.drainAbove();
    if (high) {
      events.record(pod, StoragePlan.message(usage, pod), pass.now());
    } else if (usage.percent() >= rules.resumeBelow()) {
      return;
    }
    ObjectKey cluster = clusterOf(pod);
    String name = pod.getMetadata().getName();
    SlurmNode node =
        nodes
            .find(cluster, name)
            .orElseThrow(
                () ->
                    new ReconcileException(
                        "slurm node " + name + " not found in cluster " + cluster));
    switch (StoragePlan.of(usage, rules.drainAbove(), rules.resumeBelow(), node)) {
      case LEAVE, WARN -> {}
      case WARN_AND_DRAIN -> {
        // The list may be a period old, so the drainer reads the node again.
        try (LockedNode locked = drainer.lock(pod.getSpec().getNodeName())) {
          var _ = locked.drain(cluster, name, StoragePlan.reason(usage, name));
        }
      }
      case RESUME -> {
        try (LockedNode locked = drainer.lock(pod.getSpec().getNodeName())) {
          var _ = locked.resume(cluster, name, StoragePlan::mayResume);
        }
      }
    }
  }

  /** The first of the namespace: workers do not share it with those of another cluster. */
  private ObjectKey clusterOf(Pod pod) throws ApiException {
    List<ObjectKey> clusters =
        client.list(SlurmCluster.class).in(pod.getMetadata().getNamespace()).keys();
    if (clusters.isEmpty()) {
      throw new ReconcileException(
          "no SlurmCluster found in namespace " + pod.getMetadata().getNamespace());
    }
    return clusters.getFirst();
  }
}
