package io.coxswain.kube.volumebinder;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.common.Klog;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.events.Recorder;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import java.util.Optional;
import java.util.function.Consumer;

/** Updates, releases or reclaims a volume. */
final class VolumeReconciler implements Reconciler<ObjectKey> {
  private static final Klog log = Klog.of("persistentvolume-binder-controller");

  private final Reader client;
  private final Recorder events;
  private final VolumeBinderOptions options;
  private final Binding binding;
  private final Reclaiming reclaiming;
  private final VolumeAssumeCache own;
  private final Consumer<ObjectKey> wakeClaim;

  VolumeReconciler(
      Reader client,
      Recorder events,
      VolumeBinderOptions options,
      Binding binding,
      Reclaiming reclaiming,
      VolumeAssumeCache own,
      Consumer<ObjectKey> wakeClaim) {
    this.client = client;
    this.events = events;
    this.options = options;
    this.binding = binding;
    this.reclaiming = reclaiming;
    this.own = own;
    this.wakeClaim = wakeClaim;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<PersistentVolume> found = client.get(PersistentVolume.class, key);
    if (found.isEmpty()) {
      own.forget(key.name());
      return Outcome.done();
    }
    PersistentVolume volume = reclaiming.mark(own.newest(found.get()));
    Optional<PersistentVolumeClaim> claim = claim(volume);
    switch (VolumePlan.of(volume, claim)) {
      case AVAILABLE -> binding.setPhase(volume, Volumes.AVAILABLE, "");
      case BOUND -> binding.setPhase(volume, Volumes.BOUND, "");
      case LEFT_TO_CLAIM -> wakeClaim.accept(ObjectKey.of(claim.orElseThrow()));
      case MISMATCH -> {
        tellMismatch(volume, claim.orElseThrow());
        return Outcome.after(options.syncPeriod());
      }
      case UNBIND -> binding.unbind(volume);
      case RECLAIM -> {
        if (reclaiming.reclaim(release(volume))) {
          return Outcome.after(options.syncPeriod());
        }
      }
    }
    return Outcome.done();
  }

  /**
   * The claim that the volume refers to, by UID. The server is checked before the volume is
   * released, because that cannot be undone.
   */
  private Optional<PersistentVolumeClaim> claim(PersistentVolume volume) throws ApiException {
    ObjectReference ref = volume.getSpec().getClaimRef();
    if (ref == null || Volumes.text(ref.getUid()).isEmpty()) {
      return Optional.empty();
    }
    ObjectKey key = ObjectKey.of(ref.getNamespace(), ref.getName());
    Optional<PersistentVolumeClaim> cached = client.get(PersistentVolumeClaim.class, key);
    if (cached.filter(c -> c.getMetadata().getUid().equals(ref.getUid())).isPresent()) {
      return cached;
    }
    if (isReleased(volume)) {
      return Optional.empty();
    }
    return client
        .live()
        .get(PersistentVolumeClaim.class, key)
        .filter(c -> c.getMetadata().getUid().equals(ref.getUid()));
  }

  private static boolean isReleased(PersistentVolume volume) {
    return Volumes.phase(volume).equals(Volumes.RELEASED)
        || Volumes.phase(volume).equals(Volumes.FAILED);
  }

  private PersistentVolume release(PersistentVolume volume) throws ApiException {
    if (!isReleased(volume)) {
      log.info(
          2,
          "Volume is released and reclaim policy will be executed",
          "volumeName",
          Volumes.name(volume),
          "reclaimPolicy",
          volume.getSpec().getPersistentVolumeReclaimPolicy());
    }
    return isReleased(volume) ? volume : binding.setPhase(volume, Volumes.RELEASED, "");
  }

  private void tellMismatch(PersistentVolume volume, PersistentVolumeClaim claim) {
    events.warning(
        volume,
        "VolumeMismatch",
        "Cannot bind PersistentVolume to requested PersistentVolumeClaim \"%s\" due to incompatible"
            + " volumeMode.",
        claim.getMetadata().getName());
    events.warning(
        claim,
        "VolumeMismatch",
        "Cannot bind PersistentVolume \"%s\" to requested PersistentVolumeClaim due to incompatible"
            + " volumeMode.",
        Volumes.name(volume));
  }
}
