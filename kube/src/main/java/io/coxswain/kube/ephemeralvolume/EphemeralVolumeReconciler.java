package io.coxswain.kube.ephemeralvolume;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.common.SlowStart;
import io.coxswain.kube.common.VolumeClaims;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Owners;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.events.Recorder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimTemplate;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import java.util.Optional;

/** Creates the PersistentVolumeClaims of a pod's ephemeral volumes. */
final class EphemeralVolumeReconciler implements Reconciler<ObjectKey> {
  private final Client client;
  private final Recorder events;
  private final EphemeralVolumeMetrics metrics;

  EphemeralVolumeReconciler(Client client, Recorder events, EphemeralVolumeMetrics metrics) {
    this.client = client;
    this.events = events;
    this.metrics = metrics;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<Pod> pod = client.get(Pod.class, key);
    if (pod.isEmpty() || pod.get().getMetadata().getDeletionTimestamp() != null) {
      return Outcome.done();
    }
    for (Volume volume : VolumeClaims.volumes(pod.get())) {
      if (volume.getEphemeral() != null && !isServed(pod.get(), volume)) {
        return Outcome.again();
      }
    }
    return Outcome.done();
  }

  /** Returns false if the name of the claim is taken, which must be retried. */
  private boolean isServed(Pod pod, Volume volume) throws ApiException {
    String name = VolumeClaims.ephemeralName(pod, volume);
    Optional<PersistentVolumeClaim> claim =
        client.get(PersistentVolumeClaim.class, ObjectKey.of(pod).sibling(name));
    if (claim.isEmpty()) {
      create(pod, volume, name);
      return true;
    }
    if (VolumeClaims.isFor(pod, claim.get())) {
      return true;
    }
    events.warning(
        pod,
        "FailedBinding",
        "ephemeral volume %s: PVC %s/%s was not created for pod %s/%s (pod is not owner)",
        volume.getName(),
        claim.get().getMetadata().getNamespace(),
        name,
        pod.getMetadata().getNamespace(),
        pod.getMetadata().getName());
    return false;
  }

  private void create(Pod pod, Volume volume, String name) throws ApiException {
    PersistentVolumeClaimTemplate template = volume.getEphemeral().getVolumeClaimTemplate();
    var claim =
        new PersistentVolumeClaimBuilder()
            .withNewMetadata()
            .withNamespace(pod.getMetadata().getNamespace())
            .withName(name)
            .withOwnerReferences(Owners.controlledBy(pod))
            .endMetadata()
            .withSpec(template.getSpec())
            .build();
    if (template.getMetadata() != null) {
      claim.getMetadata().setLabels(template.getMetadata().getLabels());
      claim.getMetadata().setAnnotations(template.getMetadata().getAnnotations());
    }
    metrics.attempted();
    try {
      client.create(claim);
    } catch (ApiException.AlreadyExists e) {
      metrics.failed();
      throw e; // created concurrently: the next reconcile checks its owner
    } catch (ApiException e) {
      metrics.failed();
      if (SlowStart.namespaceEnds(e)) {
        return;
      }
      events.warning(
          pod,
          "FailedBinding",
          "ephemeral volume %s: create PVC %s: %s",
          volume.getName(),
          name,
          String.valueOf(e.getMessage()));
      throw e;
    }
  }
}
