package io.coxswain.node.storage;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.Files;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Deletion;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.events.Recorder;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.DaemonEndpoint;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeDaemonEndpoints;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import io.fabric8.kubernetes.api.model.storage.StorageClassBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Provisions volumes for claims, and deletes released ones. */
public final class HostPathProvisioner {
  public static final String NAME = "coxswain.io/host-path";
  private static final String PROVISIONED_BY = "pv.kubernetes.io/provisioned-by";
  private static final String SELECTED_NODE = "volume.kubernetes.io/selected-node";
  private static final String PROVISIONER = "volume.kubernetes.io/storage-provisioner";

  private final Client client;
  private final Recorder recorder;
  private final Files files;
  private final Path directory;

  private HostPathProvisioner(Manager manager, Path directory) {
    this.client = manager.client().fieldOwner("host-path-provisioner");
    this.recorder = manager.recorder("host-path-provisioner");
    this.files = manager.env().files();
    this.directory = directory;
  }

  /** The default storage class. */
  public static StorageClass storageClass() {
    return new StorageClassBuilder()
        .withNewMetadata()
        .withName("standard")
        .addToAnnotations("storageclass.kubernetes.io/is-default-class", "true")
        .endMetadata()
        .withProvisioner(NAME)
        .withReclaimPolicy("Delete")
        .withVolumeBindingMode("WaitForFirstConsumer")
        .build();
  }

  /**
   * Adds the provisioner to the manager.
   *
   * @param directory below which the volumes are
   */
  public static void register(Manager manager, Path directory) {
    var provisioner = new HostPathProvisioner(manager, directory);
    manager
        .controller("host-path-provisioner")
        .kind(PersistentVolumeClaim.class)
        .watch(PersistentVolumeClaim.class, claims -> claims.self())
        .reconcile(provisioner::provision);
    manager
        .controller("host-path-reclaimer")
        .kind(PersistentVolume.class)
        .watch(PersistentVolume.class, volumes -> volumes.self())
        .reconcile(provisioner::reclaim);
  }

  private Outcome provision(ObjectKey key, Reconciliation pass) throws ApiException {
    PersistentVolumeClaim claim = client.get(PersistentVolumeClaim.class, key).orElse(null);
    if (claim == null || !isWanted(claim)) {
      return Outcome.done();
    }
    Optional<StorageClass> how =
        client.get(StorageClass.class, ObjectKey.of(claim.getSpec().getStorageClassName()));
    if (how.isEmpty() || !NAME.equals(how.get().getProvisioner())) {
      return Outcome.done();
    }
    String selected = claim.getMetadata().getAnnotations().get(SELECTED_NODE);
    if (selected != null && isForeign(selected)) {
      recorder.warning(
          claim,
          "ProvisioningFailed",
          "failed to provision volume: node %s has a kubelet of its own and cannot use directories of"
              + " this host",
          selected);
      return Outcome.done();
    }
    String name = "pvc-" + claim.getMetadata().getUid();
    if (client.get(PersistentVolume.class, ObjectKey.of(name)).isPresent()) {
      return Outcome.done(); // already created: the binder does the rest
    }
    Path place = directory.resolve(name);
    try {
      files.createDirectories(place);
    } catch (IOException e) {
      recorder.warning(
          claim,
          "ProvisioningFailed",
          "failed to provision volume: %s",
          String.valueOf(e.getMessage()));
      return Outcome.again();
    }
    try {
      client.create(volume(claim, how.get(), name, place));
    } catch (ApiException.Conflict e) {
      return Outcome.done(); // created by an earlier attempt whose response was lost
    }
    recorder.normal(claim, "ProvisioningSucceeded", "Successfully provisioned volume %s", name);
    return Outcome.done();
  }

  /**
   * Whether the node runs in another program, which does not share the volumes' directory. The API
   * server gives every node an endpoint; that of a node without a kubelet has port 0.
   */
  private boolean isForeign(String node) throws ApiException {
    return client
        .get(Node.class, ObjectKey.of(node))
        .map(Node::getStatus)
        .map(NodeStatus::getDaemonEndpoints)
        .map(NodeDaemonEndpoints::getKubeletEndpoint)
        .map(DaemonEndpoint::getPort)
        .filter(port -> port > 0)
        .isPresent();
  }

  /**
   * Whether the claim has no volume, is of our class, and its consumer, if it must be waited for,
   * has a node.
   */
  private boolean isWanted(PersistentVolumeClaim claim) {
    Map<String, String> annotations = claim.getMetadata().getAnnotations();
    String volume = claim.getSpec().getVolumeName();
    return (volume == null || volume.isEmpty())
        && claim.getMetadata().getDeletionTimestamp() == null
        && claim.getSpec().getStorageClassName() != null
        && !claim.getSpec().getStorageClassName().isEmpty()
        && annotations != null
        && (annotations.containsKey(SELECTED_NODE) || NAME.equals(annotations.get(PROVISIONER)));
  }

  private static PersistentVolume volume(
      PersistentVolumeClaim claim, StorageClass how, String name, Path place) {
    return new PersistentVolumeBuilder()
        .withNewMetadata()
        .withName(name)
        .addToAnnotations(PROVISIONED_BY, NAME)
        .endMetadata()
        .withNewSpec()
        .withStorageClassName(how.getMetadata().getName())
        .withPersistentVolumeReclaimPolicy(
            how.getReclaimPolicy() == null ? "Delete" : how.getReclaimPolicy())
        .withAccessModes(claim.getSpec().getAccessModes())
        .withVolumeMode(claim.getSpec().getVolumeMode())
        .addToCapacity("storage", size(claim))
        .withNewHostPath(place.toString(), "DirectoryOrCreate")
        .withNewClaimRef()
        .withApiVersion("v1")
        .withKind("PersistentVolumeClaim")
        .withNamespace(claim.getMetadata().getNamespace())
        .withName(claim.getMetadata().getName())
        .withUid(claim.getMetadata().getUid())
        .endClaimRef()
        .endSpec()
        .build();
  }

  private static Quantity size(PersistentVolumeClaim claim) {
    Quantity asked =
        claim.getSpec().getResources() == null
                || claim.getSpec().getResources().getRequests() == null
            ? null
            : claim.getSpec().getResources().getRequests().get("storage");
    return asked == null ? new Quantity("1Gi") : asked;
  }

  private Outcome reclaim(ObjectKey key, Reconciliation pass) throws ApiException {
    PersistentVolume volume = client.get(PersistentVolume.class, key).orElse(null);
    if (volume == null || !isOurs(volume) || !isReleased(volume)) {
      return Outcome.done();
    }
    try {
      files.delete(directory.resolve(key.name()));
    } catch (IOException e) {
      recorder.warning(volume, "VolumeFailedDelete", "%s", String.valueOf(e.getMessage()));
      return Outcome.again();
    }
    client.delete(volume, Deletion.byDefault());
    return Outcome.done();
  }

  private static boolean isOurs(PersistentVolume volume) {
    Map<String, String> annotations = volume.getMetadata().getAnnotations();
    return annotations != null && NAME.equals(annotations.get(PROVISIONED_BY));
  }

  private static boolean isReleased(PersistentVolume volume) {
    @Nullable String phase = volume.getStatus() == null ? null : volume.getStatus().getPhase();
    return "Released".equals(phase)
        && "Delete".equals(volume.getSpec().getPersistentVolumeReclaimPolicy())
        && volume.getMetadata().getDeletionTimestamp() == null;
  }
}
