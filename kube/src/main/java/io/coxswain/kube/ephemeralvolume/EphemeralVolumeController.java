package io.coxswain.kube.ephemeralvolume;

import io.coxswain.kube.common.PodIndexes;
import io.coxswain.kube.common.VolumeClaims;
import io.coxswain.runtime.controller.Event;
import io.coxswain.runtime.controller.EventType;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;

/** Registers the ephemeral volume controller, whose keys are pods. */
public final class EphemeralVolumeController {
  private EphemeralVolumeController() {}

  public static void register(Manager manager, EphemeralVolumeOptions options) {
    PodIndexes.byClaim(manager);
    manager
        .controller("ephemeral_volume")
        .kind(Pod.class)
        .workers(options.workers())
        .watch(
            Pod.class,
            watch ->
                watch.self().when(event -> isNew(event) && hasEphemeralVolumes(event.object())))
        .watch(
            PersistentVolumeClaim.class,
            watch ->
                watch
                    .mapTo(
                        (claim, cache) ->
                            cache
                                .list(Pod.class)
                                .by(
                                    PodIndexes.BY_CLAIM,
                                    claim.getMetadata().getNamespace()
                                        + "/"
                                        + claim.getMetadata().getName())
                                .keys())
                    .only(EventType.DELETED))
        .reconcile(
            new EphemeralVolumeReconciler(
                manager.client().fieldOwner("kube-controller-manager"),
                manager.recorder("ephemeral_volume"),
                new EphemeralVolumeMetrics(manager.instruments())));
  }

  private static boolean isNew(Event<Pod> event) {
    return switch (event) {
      case Event.Created<Pod> created -> true;
      case Event.Updated<Pod>(Pod old, Pod now) ->
          !old.getMetadata().getUid().equals(now.getMetadata().getUid());
      case Event.Deleted<Pod> deleted -> false;
    };
  }

  private static boolean hasEphemeralVolumes(Pod pod) {
    return VolumeClaims.volumes(pod).stream().anyMatch(v -> v.getEphemeral() != null);
  }
}
