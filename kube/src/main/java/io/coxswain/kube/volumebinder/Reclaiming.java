package io.coxswain.kube.volumebinder;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.common.Finalizers;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Deletion;
import io.coxswain.runtime.events.Recorder;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import java.io.IOException;

/** Applies the reclaim policy to released volumes. */
final class Reclaiming {
  /** The finalizer that keeps a provisioned volume until its storage has been deleted. */
  static final String FINALIZER = "kubernetes.io/pv-controller";

  private static final String EXTERNAL_FINALIZER =
      "external-provisioner.volume.kubernetes.io/finalizer";

  private final Client client;
  private final Recorder events;
  private final Binding binding;
  private final HostPathVolumes hostPaths;
  private final VolumeMetrics metrics;

  Reclaiming(
      Client client,
      Recorder events,
      Binding binding,
      HostPathVolumes hostPaths,
      VolumeMetrics metrics) {
    this.client = client;
    this.events = events;
    this.binding = binding;
    this.hostPaths = hostPaths;
    this.metrics = metrics;
  }

  /** Whether more work remains. */
  boolean reclaim(PersistentVolume volume) throws ApiException {
    if (!Annotations.of(volume).getOrDefault(Annotations.MIGRATED_TO, "").isEmpty()) {
      return false;
    }
    return switch (Volumes.text(volume.getSpec().getPersistentVolumeReclaimPolicy())) {
      case "Retain" -> false;
      case "Delete" -> delete(volume);
      case "Recycle" ->
          fail(volume, "VolumeFailedRecycle", "No recycler plugin found for the volume!");
      default ->
          fail(
              volume,
              "VolumeUnknownReclaimPolicy",
              "Volume has unrecognized PersistentVolumeReclaimPolicy");
    };
  }

  private boolean delete(PersistentVolume volume) throws ApiException {
    return switch (Plugins.deleter(volume)) {
      case Plugins.Choice.External external -> false;
      case Plugins.Choice.Nobody(String problem) -> fail(volume, "VolumeFailedDelete", problem);
      case Plugins.Choice.HostPath here -> deleteHere(volume);
    };
  }

  private boolean deleteHere(PersistentVolume volume) throws ApiException {
    if (!isStillReleased(volume)) {
      return false; // the event of that change leads to the next reconcile
    }
    try {
      if (volume.getSpec().getHostPath() == null) {
        throw new IOException(
            "failed to create deleter for volume \"%s\": spec.PersistentVolumeSource.HostPath is nil"
                .formatted(Volumes.name(volume)));
      }
      hostPaths.delete(volume);
    } catch (IOException e) {
      metrics.failed(Plugins.HOST_PATH, "delete");
      return fail(volume, "VolumeFailedDelete", String.valueOf(e.getMessage()));
    }
    if (Finalizers.has(volume, FINALIZER)) {
      Finalizers.remove(client, volume, FINALIZER);
    }
    client.delete(volume, Deletion.byDefault());
    return false;
  }

  /**
   * Reads the volume from the server, because the storage cannot be restored: an administrator may
   * have given it to another claim, or decided to retain it.
   */
  private boolean isStillReleased(PersistentVolume seen) throws ApiException {
    return client
        .live()
        .get(PersistentVolume.class, ObjectKey.of(seen))
        .filter(v -> v.getMetadata().getUid().equals(seen.getMetadata().getUid()))
        .filter(v -> "Delete".equals(v.getSpec().getPersistentVolumeReclaimPolicy()))
        .filter(v -> claimUid(v).equals(claimUid(seen)))
        .isPresent();
  }

  private static String claimUid(PersistentVolume volume) {
    return Volumes.claimRef(volume).map(ref -> Volumes.text(ref.getUid())).orElse("");
  }

  /** Records the failure once, and retries later. */
  private boolean fail(PersistentVolume volume, String reason, String message) throws ApiException {
    if (!Volumes.phase(volume).equals(Volumes.FAILED)) {
      PersistentVolume failed = binding.setPhase(volume, Volumes.FAILED, message);
      events.warning(failed, reason, "%s", message);
    }
    return true;
  }

  /** Corrects the migration annotation and the deletion finalizer of a provisioned volume. */
  PersistentVolume mark(PersistentVolume volume) throws ApiException {
    String provisioner = Annotations.of(volume).get(Annotations.PROVISIONED_BY);
    return provisioner == null ? volume : client.patch(volume, v -> mark(v, provisioner));
  }

  private static void mark(PersistentVolume volume, String provisioner) {
    Migration.mark(volume, provisioner);
    if (Plugins.migratedTo(provisioner).isPresent()) {
      strip(volume, FINALIZER);
    } else if (Plugins.isBuiltIn(provisioner)) {
      if ("Delete".equals(volume.getSpec().getPersistentVolumeReclaimPolicy())) {
        Finalizers.add(volume, FINALIZER);
      } else {
        strip(volume, FINALIZER);
      }
      strip(volume, EXTERNAL_FINALIZER);
    }
  }

  private static void strip(PersistentVolume volume, String finalizer) {
    if (Finalizers.has(volume, finalizer)) {
      Finalizers.strip(volume, finalizer);
    }
  }
}
