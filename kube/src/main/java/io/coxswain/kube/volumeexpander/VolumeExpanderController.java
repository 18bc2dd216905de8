package io.coxswain.kube.volumeexpander;

import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.controller.Event;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import java.util.List;
import java.util.Objects;

/** Registers the volume expander, whose keys are claims. */
public final class VolumeExpanderController {
  private static final int WORKERS = 10;

  private VolumeExpanderController() {}

  public static void register(Manager manager) {
    manager
        .controller("volume_expand")
        .kind(PersistentVolumeClaim.class)
        .workers(WORKERS)
        .watch(
            PersistentVolumeClaim.class,
            watch -> watch.self().when(VolumeExpanderController::changesTheSize))
        .watch(
            PersistentVolume.class,
            watch ->
                watch
                    .mapTo((volume, cache) -> claimOf(volume))
                    .when(VolumeExpanderController::changesTheBinding))
        .reconcile(
            new VolumeExpanderReconciler(
                manager.client().fieldOwner("kube-controller-manager"),
                manager.recorder("volume_expand")));
  }

  private static boolean changesTheSize(Event<PersistentVolumeClaim> event) {
    return ClaimSizes.isBound(event.object())
        && switch (event) {
          case Event.Created<PersistentVolumeClaim> created -> true;
          case Event.Updated<PersistentVolumeClaim>(
                  PersistentVolumeClaim old,
                  PersistentVolumeClaim now) ->
              ClaimSizes.requested(now).compareTo(ClaimSizes.requested(old)) > 0
                  || ClaimSizes.capacity(now).compareTo(ClaimSizes.capacity(old)) > 0;
          case Event.Deleted<PersistentVolumeClaim> deleted -> false;
        };
  }

  private static List<ObjectKey> claimOf(PersistentVolume volume) {
    ObjectReference claim = volume.getSpec().getClaimRef();
    return claim == null ? List.of() : List.of(ObjectKey.of(claim.getNamespace(), claim.getName()));
  }

  /** A claim may be seen before the volume that it is bound to. */
  private static boolean changesTheBinding(Event<PersistentVolume> event) {
    return switch (event) {
      case Event.Created<PersistentVolume>(PersistentVolume volume, boolean initial) -> !initial;
      case Event.Updated<PersistentVolume>(PersistentVolume old, PersistentVolume now) ->
          !Objects.equals(uid(old), uid(now));
      case Event.Deleted<PersistentVolume> deleted -> false;
    };
  }

  private static String uid(PersistentVolume volume) {
    ObjectReference claim = volume.getSpec().getClaimRef();
    return claim == null ? "" : Objects.requireNonNullElse(claim.getUid(), "");
  }
}
