package io.coxswain.kube.volumebinder;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.Clock;
import io.coxswain.kube.common.Finalizers;
import io.coxswain.kube.common.Klog;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Deletion;
import io.coxswain.runtime.events.Recorder;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import java.io.IOException;

/** Applies the reclaim policy to released volumes. */
final class Reclaiming {
  private static final Klog log = Klog.of("persistentvolume-binder-controller");

  /** The finalizer that keeps a provisioned volume until its storage has been deleted. */
  static final String FINALIZER = "kubernetes.io/pv-controller";

  private static final String EXTERNAL_FINALIZER =
      "external-provisioner.volume.kubernetes.io/finalizer";

  private final Client client;
  private final Recorder events;
  private final Binding binding;
  private final HostPathVolumes hostPaths;
  private final VolumeMetrics metrics;
  private final Clock clock;

  Reclaiming(
      Client client,
      Recorder events,
      Binding binding,
      HostPathVolumes hostPaths,
      VolumeMetrics metrics,
      Clock clock) {
    this.client = client;
    this.events = events;
    this.binding = binding;
    this.hostPaths = hostPaths;
    this.metrics = metrics;
    this.clock = clock;
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
      case Plugins.Choice.External _ -> {
        log.info(
            3,
            "External deleter for volume requested, ignoring",
            "volumeName",
            Volumes.name(volume));
        yield false;
      }
      case Plugins.Choice.Nobody(String problem) -> fail(volume, "VolumeFailedDelete", problem);
      case Plugins.Choice.HostPath here -> deleteHere(volume);
    };
  }

  private boolean deleteHere(PersistentVolume volume) throws ApiException {
    if (!isStillReleased(volume)) {
      return false; // the event of that change leads to the next reconcile
    }
    log.info(2, "isVolumeReleased: volume is released", "volumeName", Volumes.name(volume));
    long start = clock.nanos();
    try {
      if (volume.getSpec().getHostPath() == null) {
        throw new IOException(
            "failed to create deleter for volume \"%s\": spec.PersistentVolumeSource.HostPath is nil"
                .formatted(Volumes.name(volume)));
      }
      hostPaths.delete(volume);
      metrics.deletedStorage(Plugins.HOST_PATH, true, clock.nanos() - start);
      log.info(2, "Volume deleted", "volumeName", Volumes.name(volume));
    } catch (IOException e) {
      metrics.failed(Plugins.HOST_PATH, "delete");
      metrics.deletedStorage(Plugins.HOST_PATH, false, clock.nanos() - start);
      log.info(
          3,
          "Deletion of volume failed",
          "volumeName",
          Volumes.name(volume),
          "err",
          e.getMessage());
      return fail(volume, "VolumeFailedDelete", String.valueOf(e.getMessage()));
    }
    if (Finalizers.has(volume, FINALIZER)) {
      Finalizers.remove(client, volume, FINALIZER);
      log.info(
          2,
          "PV in-tree protection finalizer removed from volume",
          "volumeName",
          Volumes.name(volume));
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
