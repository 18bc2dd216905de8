package io.coxswain.kube.common;

import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.client.Owners;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The PersistentVolumeClaims of a pod. */
public final class VolumeClaims {
  private VolumeClaims() {}

  /**
   * The names of all claims, including those that are still to be created for ephemeral volumes.
   */
  public static List<String> usedBy(Pod pod) {
    var names = new ArrayList<String>();
    for (Volume volume : volumes(pod)) {
      if (volume.getPersistentVolumeClaim() != null) {
        names.add(volume.getPersistentVolumeClaim().getClaimName());
      } else if (volume.getEphemeral() != null) {
        names.add(ephemeralName(pod, volume));
      }
    }
    return names;
  }

  public static List<Volume> volumes(Pod pod) {
    return pod.getSpec().getVolumes() == null ? List.of() : pod.getSpec().getVolumes();
  }

  /** The name of the claim of an ephemeral volume. */
  public static String ephemeralName(Pod pod, Volume volume) {
    return pod.getMetadata().getName() + "-" + volume.getName();
  }

  /** The claim of a volume; empty if it has none. */
  public static Optional<ObjectKey> keyOf(Pod pod, Volume volume) {
    if (volume.getPersistentVolumeClaim() != null) {
      return Optional.of(
          ObjectKey.of(pod).sibling(volume.getPersistentVolumeClaim().getClaimName()));
    }
    return volume.getEphemeral() == null
        ? Optional.empty()
        : Optional.of(ObjectKey.of(pod).sibling(ephemeralName(pod, volume)));
  }

  /** Whether both report that they are bound to each other. */
  public static boolean isBound(PersistentVolumeClaim claim, PersistentVolume volume) {
    ObjectReference ref = volume.getSpec().getClaimRef();
    return claim.getStatus() != null
        && "Bound".equals(claim.getStatus().getPhase())
        && ref != null
        && Objects.equals(ref.getUid(), claim.getMetadata().getUid());
  }

  /** Whether a claim was created for an ephemeral volume of this pod. */
  public static boolean isFor(Pod pod, PersistentVolumeClaim claim) {
    return pod.getMetadata().getNamespace().equals(claim.getMetadata().getNamespace())
        && Owners.isControlledBy(claim, pod);
  }
}
