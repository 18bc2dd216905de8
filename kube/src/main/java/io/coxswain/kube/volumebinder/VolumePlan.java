package io.coxswain.kube.volumebinder;

import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import java.util.Optional;

/** What becomes of a volume. */
enum VolumePlan {
  /** Nobody has it. */
  AVAILABLE,
  /** It belongs to its claim. */
  BOUND,
  /** Its claim is yet to be bound to it; that is the claim's business. */
  LEFT_TO_CLAIM,
  /** Its claim cannot use it, since one is a file system and the other a device. */
  MISMATCH,
  /** Its claim is gone, or has another that was not made for it in vain: reclaim it. */
  RECLAIM,
  /** Its claim has another volume: let go of it. */
  UNBIND;

  /**
   * @param claim the very claim that the volume names, by UID
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
