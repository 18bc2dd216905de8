package io.coxswain.kube.volumebinder;

import io.coxswain.api.ApiException;
import io.coxswain.api.Quantities;
import io.coxswain.kube.common.Klog;
import io.coxswain.runtime.client.Client;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimStatus;
import io.fabric8.kubernetes.api.model.PersistentVolumeStatus;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Writes both sides of a binding and the phases. */
final class Binding {
  private static final Klog log = Klog.of("persistentvolume-binder-controller");

  private final Client client;
  private final VolumeAssumeCache own;

  Binding(Client client, VolumeAssumeCache own) {
    this.client = client;
    this.own = own;
  }

  /** Four writes, each skipped if already done. */
  void bind(PersistentVolume volume, PersistentVolumeClaim claim) throws ApiException {
    PersistentVolume claimed = own.wrote(client.patch(volume, v -> claim(v, claim)));
    String name = Volumes.name(volume);
    if (isNewer(claimed, volume)) {
      log.info(2, "Claim bound to volume", "PVC", claim, "volumeName", name);
    }
    PersistentVolume bound = setPhase(claimed, Volumes.BOUND, "");
    PersistentVolumeClaim naming = client.patch(claim, c -> name(c, name));
    if (isNewer(naming, claim)) {
      log.info(2, "Volume bound to claim", "PVC", claim, "volumeName", name);
    }
    setPhase(naming, Volumes.BOUND, bound);
  }

  private static boolean isNewer(HasMetadata written, HasMetadata before) {
    return !Objects.equals(
        written.getMetadata().getResourceVersion(), before.getMetadata().getResourceVersion());
  }

  private static void claim(PersistentVolume volume, PersistentVolumeClaim claim) {
    boolean kept = Volumes.isFor(volume, claim);
    String uid = claim.getMetadata().getUid();
    if (!kept || !uid.equals(volume.getSpec().getClaimRef().getUid())) {
      volume
          .getSpec()
          .setClaimRef(
              new ObjectReferenceBuilder()
                  .withApiVersion("v1")
                  .withKind("PersistentVolumeClaim")
                  .withNamespace(claim.getMetadata().getNamespace())
                  .withName(claim.getMetadata().getName())
                  .withUid(uid)
                  .withResourceVersion(claim.getMetadata().getResourceVersion())
                  .build());
    }
    if (!kept && !Annotations.has(volume, Annotations.BOUND_BY_CONTROLLER)) {
      Annotations.set(volume, Annotations.BOUND_BY_CONTROLLER, Annotations.YES);
    }
  }

  private static void name(PersistentVolumeClaim claim, String volume) {
    if (!Volumes.volumeName(claim).equals(volume)) {
      claim.getSpec().setVolumeName(volume);
      if (!Annotations.has(claim, Annotations.BOUND_BY_CONTROLLER)) {
        Annotations.set(claim, Annotations.BOUND_BY_CONTROLLER, Annotations.YES);
      }
    }
    if (!Volumes.isBindCompleted(claim)) {
      Annotations.set(claim, Annotations.BIND_COMPLETED, Annotations.YES);
    }
  }

  /** Reverts the volume's side of a binding; what the user set stays. */
  void unbind(PersistentVolume volume) throws ApiException {
    PersistentVolume free =
        client.patch(
            volume,
            v -> {
              if (Annotations.has(v, Annotations.BOUND_BY_CONTROLLER)) {
                v.getSpec().setClaimRef(null);
                Annotations.remove(v, Annotations.BOUND_BY_CONTROLLER);
              } else {
                v.getSpec().getClaimRef().setUid(null);
              }
            });
    setPhase(free, Volumes.AVAILABLE, "");
  }

  PersistentVolume setPhase(PersistentVolume volume, String phase, String message)
      throws ApiException {
    if (Volumes.phase(volume).equals(phase)) {
      return volume;
    }
    PersistentVolume written =
        own.wrote(
            client.patchStatus(
                volume,
                v -> {
                  var status =
                      Objects.requireNonNullElseGet(v.getStatus(), PersistentVolumeStatus::new);
                  status.setPhase(phase);
                  status.setMessage(message.isEmpty() ? null : message);
                  v.setStatus(status);
                }));
    log.info(2, "Volume entered phase", "volumeName", Volumes.name(volume), "phase", phase);
    return written;
  }

  /**
   * @param volume that the claim is bound to; null if it is not bound
   */
  PersistentVolumeClaim setPhase(
      PersistentVolumeClaim claim, String phase, @Nullable PersistentVolume volume)
      throws ApiException {
    String before = Volumes.phase(claim);
    PersistentVolumeClaim written = client.patchStatus(claim, c -> fill(c, phase, volume));
    if (!before.equals(phase)) {
      log.info(2, "Claim entered phase", "PVC", claim, "phase", phase);
    }
    return written;
  }

  private static void fill(
      PersistentVolumeClaim claim, String phase, @Nullable PersistentVolume volume) {
    var status = Objects.requireNonNullElseGet(claim.getStatus(), PersistentVolumeClaimStatus::new);
    String before = Volumes.phase(claim);
    status.setPhase(phase);
    if (volume == null) {
      status.setAccessModes(List.of());
      status.setCapacity(null);
      status.setCurrentVolumeAttributesClassName(null);
    } else {
      status.setAccessModes(Volumes.accessModes(volume));
      // After binding, the resizer maintains the capacity.
      if (!before.equals(phase)) {
        status.setCapacity(capacity(volume));
        if (before.equals(Volumes.PENDING)) {
          status.setCurrentVolumeAttributesClassName(
              volume.getSpec().getVolumeAttributesClassName());
        }
      }
    }
    claim.setStatus(status);
  }

  /** While a file system resize is pending, the claim shows the previous size. */
  private static Map<String, Quantity> capacity(PersistentVolume volume) {
    String before = Annotations.of(volume).get(Annotations.PRE_RESIZE_CAPACITY);
    if (before != null) {
      try {
        if (Quantities.parsed(before).signum() >= 0) {
          return Map.of("storage", Quantity.parse(before));
        }
      } catch (IllegalArgumentException e) {
        return volume.getSpec().getCapacity(); // ignores invalid quantities
      }
    }
    return volume.getSpec().getCapacity();
  }
}
