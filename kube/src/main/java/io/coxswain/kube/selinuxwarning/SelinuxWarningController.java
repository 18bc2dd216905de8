package io.coxswain.kube.selinuxwarning;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.common.PodIndexes;
import io.coxswain.kube.common.Pods;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.controller.Event;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.storage.CSIDriver;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Registers the SELinux warning controller, whose keys are pods. */
public final class SelinuxWarningController {
  private SelinuxWarningController() {}

  public static void register(Manager manager) {
    PodIndexes.byClaim(manager);
    var users = new VolumeUsers();
    SelinuxWarningMetrics.register(manager.instruments(), users);
    manager
        .controller("selinux_warning")
        .kind(Pod.class)
        .watch(Pod.class, watch -> watch.self().when(SelinuxWarningController::matters))
        .watch(
            PersistentVolumeClaim.class,
            watch ->
                watch
                    .mapTo((claim, cache) -> pods(ObjectKey.of(claim), cache))
                    .when(SelinuxWarningController::changesTheVolume))
        .watch(
            PersistentVolume.class,
            watch ->
                watch
                    .mapTo(SelinuxWarningController::pods)
                    .when(SelinuxWarningController::changesTheClaim))
        .watch(
            CSIDriver.class,
            watch ->
                watch
                    .handle(
                        (event, queue) ->
                            queue.addAll(users.podsOf(event.object().getMetadata().getName())))
                    .when(SelinuxWarningController::changesTheDriver))
        .reconcile(
            new SelinuxWarningReconciler(
                manager.client(), manager.recorder("selinux_warning"), users));
  }

  /** What matters of a pod does not change until it ends. */
  private static boolean matters(Event<Pod> event) {
    return !(event instanceof Event.Updated<Pod>(Pod old, Pod now))
        || !Objects.equals(old.getMetadata().getUid(), now.getMetadata().getUid())
        || Pods.isTerminal(old) != Pods.isTerminal(now);
  }

  private static boolean changesTheVolume(Event<PersistentVolumeClaim> event) {
    return switch (event) {
      case Event.Created<PersistentVolumeClaim> created -> true;
      case Event.Deleted<PersistentVolumeClaim> deleted -> false;
      case Event.Updated<PersistentVolumeClaim>(
              PersistentVolumeClaim old,
              PersistentVolumeClaim now) ->
          !Objects.equals(old.getSpec().getVolumeName(), now.getSpec().getVolumeName())
              || !Objects.equals(phase(old), phase(now));
    };
  }

  private static @Nullable String phase(PersistentVolumeClaim claim) {
    return claim.getStatus() == null ? null : claim.getStatus().getPhase();
  }

  private static boolean changesTheClaim(Event<PersistentVolume> event) {
    return switch (event) {
      case Event.Created<PersistentVolume> created -> true;
      case Event.Deleted<PersistentVolume> deleted -> false;
      case Event.Updated<PersistentVolume>(PersistentVolume old, PersistentVolume now) ->
          !Objects.equals(uid(old), uid(now));
    };
  }

  private static @Nullable String uid(PersistentVolume volume) {
    ObjectReference claim = volume.getSpec().getClaimRef();
    return claim == null ? null : claim.getUid();
  }

  private static List<ObjectKey> pods(PersistentVolume volume, Reader cache) throws ApiException {
    ObjectReference claim = volume.getSpec().getClaimRef();
    return claim == null
        ? List.of()
        : pods(ObjectKey.of(claim.getNamespace(), claim.getName()), cache);
  }

  private static List<ObjectKey> pods(ObjectKey claim, Reader cache) throws ApiException {
    return cache.list(Pod.class).by(PodIndexes.BY_CLAIM, claim.toString()).keys();
  }

  private static boolean changesTheDriver(Event<CSIDriver> event) {
    return !(event instanceof Event.Updated<CSIDriver>(CSIDriver old, CSIDriver now))
        || mountsLabels(old) != mountsLabels(now);
  }

  /** Whether the driver mounts volumes with an SELinux label. */
  static boolean mountsLabels(CSIDriver driver) {
    return Boolean.TRUE.equals(driver.getSpec().getSeLinuxMount());
  }
}
