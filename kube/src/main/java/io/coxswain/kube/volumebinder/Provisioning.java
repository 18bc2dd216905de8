package io.coxswain.kube.volumebinder;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.common.Finalizers;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.events.Recorder;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import java.io.IOException;
import java.util.Optional;

/** Provisions a volume for a claim. */
final class Provisioning {
  private static final String FAILED = "ProvisioningFailed";

  private final Client client;
  private final Recorder events;
  private final VolumeBinderOptions options;
  private final HostPathVolumes hostPaths;
  private final VolumeMetrics metrics;

  Provisioning(
      Client client,
      Recorder events,
      VolumeBinderOptions options,
      HostPathVolumes hostPaths,
      VolumeMetrics metrics) {
    this.client = client;
    this.events = events;
    this.options = options;
    this.hostPaths = hostPaths;
    this.metrics = metrics;
  }

  void provision(PersistentVolumeClaim claim) throws ApiException {
    if (!options.dynamicProvisioning()) {
      return;
    }
    String name = Volumes.classOf(claim);
    Optional<StorageClass> storageClass = client.get(StorageClass.class, ObjectKey.of(name));
    if (storageClass.isEmpty()) {
      events.warning(claim, FAILED, "storageclass.storage.k8s.io \"%s\" not found", name);
      return;
    }
    String provisioner = storageClass.get().getProvisioner();
    switch (Plugins.provisioner(provisioner)) {
      case Plugins.Choice.External external ->
          leave(claim, Plugins.migratedTo(provisioner).orElse(provisioner));
      case Plugins.Choice.HostPath here -> provisionHere(claim, storageClass.get());
      case Plugins.Choice.Nobody(String problem) -> events.warning(claim, FAILED, "%s", problem);
    }
  }

  private void leave(PersistentVolumeClaim claim, String provisioner) throws ApiException {
    PersistentVolumeClaim annotated = annotate(claim, provisioner);
    events.normal(
        annotated,
        "ExternalProvisioning",
        "Waiting for a volume to be created either by the external provisioner '%s' or manually by"
            + " the system administrator. If volume creation is delayed, please verify that the"
            + " provisioner is running and correctly registered.",
        provisioner);
  }

  /** Annotates the claim with its provisioner. */
  private PersistentVolumeClaim annotate(PersistentVolumeClaim claim, String provisioner)
      throws ApiException {
    if (provisioner.equals(Annotations.of(claim).get(Annotations.PROVISIONER))) {
      return claim;
    }
    return client.patch(
        claim,
        c -> {
          Annotations.set(c, Annotations.BETA_PROVISIONER, provisioner);
          Annotations.set(c, Annotations.PROVISIONER, provisioner);
        });
  }

  private void provisionHere(PersistentVolumeClaim claim, StorageClass storageClass)
      throws ApiException {
    PersistentVolumeClaim annotated = annotate(claim, Plugins.HOST_PATH);
    if (!options.hostPathProvisioner()) {
      events.warning(
          annotated,
          FAILED,
          "Failed to create provisioner: provisioning in volume plugin \"%s\" is disabled",
          Plugins.HOST_PATH);
      return;
    }
    String name = "pvc-" + claim.getMetadata().getUid();
    if (client.live().get(PersistentVolume.class, ObjectKey.of(name)).isPresent()) {
      return; // created by an earlier reconcile; the claim is bound when the cache shows it
    }
    try {
      client.create(describe(annotated, storageClass, name));
      events.normal(
          annotated,
          "ProvisioningSucceeded",
          "Successfully provisioned volume %s using %s",
          name,
          Plugins.HOST_PATH);
    } catch (IOException e) {
      metrics.failed(Plugins.HOST_PATH, "provision");
      events.warning(
          annotated,
          FAILED,
          "Failed to provision volume with StorageClass \"%s\": %s",
          storageClass.getMetadata().getName(),
          String.valueOf(e.getMessage()));
    }
  }

  private PersistentVolume describe(
      PersistentVolumeClaim claim, StorageClass storageClass, String name) throws IOException {
    PersistentVolume volume = hostPaths.provision(claim, storageClass);
    volume.getMetadata().setName(name);
    Annotations.set(volume, Annotations.BOUND_BY_CONTROLLER, Annotations.YES);
    Annotations.set(volume, Annotations.PROVISIONED_BY, Plugins.HOST_PATH);
    volume.getSpec().setStorageClassName(Volumes.classOf(claim));
    volume
        .getSpec()
        .setClaimRef(
            new ObjectReferenceBuilder()
                .withApiVersion("v1")
                .withKind("PersistentVolumeClaim")
                .withNamespace(claim.getMetadata().getNamespace())
                .withName(claim.getMetadata().getName())
                .withUid(claim.getMetadata().getUid())
                .withResourceVersion(claim.getMetadata().getResourceVersion())
                .build());
    if ("Delete".equals(volume.getSpec().getPersistentVolumeReclaimPolicy())) {
      Finalizers.add(volume, Reclaiming.FINALIZER);
    }
    return volume;
  }
}
