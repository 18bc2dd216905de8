package io.coxswain.kube.volumebinder;

import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import java.util.List;

/** Indexes of volumes and claims. */
final class VolumeIndexes {
  /** Volumes by the claim they refer to. */
  static final String CLAIM = "binder.claim";

  /** Volumes without a claim, by class. */
  static final String FREE_OF_CLASS = "binder.free";

  /** Claims by the volume they refer to. */
  static final String VOLUME = "binder.volume";

  /** Claims without a volume, by class. */
  static final String WAITING_OF_CLASS = "binder.waiting";

  private VolumeIndexes() {}

  static void add(Manager manager) {
    manager.index(
        PersistentVolume.class,
        CLAIM,
        volume -> Volumes.claimRef(volume).map(r -> List.of(Volumes.key(r))).orElse(List.of()));
    manager.index(
        PersistentVolume.class,
        FREE_OF_CLASS,
        volume ->
            Volumes.claimRef(volume).isPresent() ? List.of() : List.of(Volumes.classOf(volume)));
    manager.index(
        PersistentVolumeClaim.class,
        VOLUME,
        claim ->
            Volumes.volumeName(claim).isEmpty() ? List.of() : List.of(Volumes.volumeName(claim)));
    manager.index(
        PersistentVolumeClaim.class,
        WAITING_OF_CLASS,
        claim ->
            !Volumes.volumeName(claim).isEmpty() || Volumes.isBindCompleted(claim)
                ? List.of()
                : List.of(Volumes.classOf(claim)));
  }
}
