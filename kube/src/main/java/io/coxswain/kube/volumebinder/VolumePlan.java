package io.coxswain.kube.volumebinder;

import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import java.util.Optional;

/** The action for a volume. */
enum VolumePlan {
  /** It is not bound. */
  AVAILABLE,
  /** It is bound to its claim. */
  BOUND,
  /** Its claim is not bound to it yet; the claim's reconcile completes the binding. */
  LEFT_TO_CLAIM,
  /** Its claim has another volume mode. */
  MISMATCH,
  /**
   * Its claim was deleted, or is bound to another volume and this one was dynamically provisioned:
   * reclaim it.
   */
  RECLAIM,
  /** Its claim is bound to another volume: remove the reference. */
  UNBIND;

  /**
   * @param claim the claim with the UID that the volume refers to
   */
  static VolumePlan of(PersistentVolume volume, Optional<PersistentVolumeClaim> claim) {
    if (Volumes.claimRef(volume).filter(ref -> !Volumes.text(ref.getUid()).isEmpty()).isEmpty()) {
      return AVAILABLE;
    }
    if (claim.isEmpty()) {
      return RECLAIM;
    }
    String named = Volumes.volumeName(claim.get());
    if (named.isEmpty()) {
      return Volumes.sameMode(volume, claim.get()) ? LEFT_TO_CLAIM : MISMATCH;
    }
    if (named.equals(Volumes.name(volume))) {
      return BOUND;
    }
    return isMadeInVain(volume) ? RECLAIM : UNBIND;
  }

  private static boolean isMadeInVain(PersistentVolume volume) {
    return Annotations.has(volume, Annotations.PROVISIONED_BY)
        && "Delete".equals(volume.getSpec().getPersistentVolumeReclaimPolicy());
  }
}
