package io.coxswain.kube.volumeexpander;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.common.Klog;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.events.Recorder;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Expands the volume of a claim, or reports which component will. */
final class VolumeExpanderReconciler implements Reconciler<ObjectKey> {
  private static final Klog log = Klog.of("persistentvolume-expander-controller");

  private static final String RESIZER = "volume.kubernetes.io/storage-resizer";
  private static final String EXTERNAL = "ExternalExpanding";

  private final Client client;
  private final Recorder events;

  VolumeExpanderReconciler(Client client, Recorder events) {
    this.client = client;
    this.events = events;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<PersistentVolumeClaim> claim =
        client.get(PersistentVolumeClaim.class, key).filter(ClaimSizes::isBound);
    if (claim.isEmpty() || claim.get().getSpec().getVolumeName() == null) {
      return Outcome.done();
    }
    Optional<PersistentVolume> volume =
        client.get(PersistentVolume.class, ObjectKey.of(claim.get().getSpec().getVolumeName()));
    if (volume.isPresent()) {
      apply(claim.get(), volume.get(), VolumeExpanderPlan.of(claim.get(), volume.get()), pass);
    }
    return Outcome.done();
  }

  private void apply(
      PersistentVolumeClaim claim,
      PersistentVolume volume,
      VolumeExpanderPlan plan,
      Reconciliation pass)
      throws ApiException {
    switch (plan) {
      case VolumeExpanderPlan.Keep keep -> {}
      case VolumeExpanderPlan.AwaitResizer wait -> {
        events.normal(claim, EXTERNAL, "waiting for an external controller to expand this PVC");
        log.info(
            "Waiting for an external controller to expand the PVC",
            "pvcKey",
            ObjectKey.of(claim),
            "pvcUID",
            claim.getMetadata().getUid());
      }
      case VolumeExpanderPlan.NameResizer(String plugin, String driver) -> {
        events.normal(
            claim,
            EXTERNAL,
            "CSI migration enabled for %s; waiting for external resizer to expand the pvc",
            plugin);
        client.patchStatus(claim, c -> nameResizer(c, driver));
      }
      case VolumeExpanderPlan.ForgetOldCapacity forget ->
          client.patch(
              volume,
              v -> v.getMetadata().getAnnotations().remove(VolumeExpanderPlan.PRE_RESIZE_CAPACITY));
      case VolumeExpanderPlan.AwaitNode wait -> {
        client.patchStatus(claim, c -> ResizeState.awaitNode(c, pass.now()));
        client.patch(volume, v -> keepOldCapacity(v, claim));
      }
      case VolumeExpanderPlan.Expand expand -> expand(claim, volume, expand, pass);
    }
  }

  private void expand(
      PersistentVolumeClaim claim,
      PersistentVolume volume,
      VolumeExpanderPlan.Expand expand,
      Reconciliation pass)
      throws ApiException {
    try {
      PersistentVolumeClaim begun =
          client.patchStatus(
              claim,
              c -> {
                ResizeState.begin(c, expand.size(), pass.now());
                nameResizer(c, expand.resizer());
              });
      client.patch(
          volume,
          v -> {
            v.getSpec().setCapacity(with(v.getSpec().getCapacity(), expand.size()));
            if (expand.onNode()) {
              keepOldCapacity(v, claim);
            }
          });
      if (expand.onNode()) {
        client.patchStatus(begun, c -> ResizeState.awaitNode(c, pass.now()));
        return;
      }
      PersistentVolumeClaim finished =
          client.patchStatus(
              begun,
              c -> {
                c.getStatus().setCapacity(with(c.getStatus().getCapacity(), expand.size()));
                ResizeState.finish(c);
              });
      events.normal(
          finished,
          "VolumeResizeSuccessful",
          "ExpandVolume succeeded for volume %s/%s",
          claim.getMetadata().getNamespace(),
          claim.getMetadata().getName());
    } catch (ApiException.Conflict e) {
      throw e; // a change since it was read: the next reconcile knows more
    } catch (ApiException e) {
      events.warning(
          claim,
          "VolumeResizeFailed",
          "error expanding pvc %s/%s: %s",
          claim.getMetadata().getNamespace(),
          claim.getMetadata().getName(),
          String.valueOf(e.getMessage()));
      throw e;
    }
  }

  private static void nameResizer(PersistentVolumeClaim claim, String name) {
    annotate(claim.getMetadata().getAnnotations(), RESIZER, name)
        .ifPresent(claim.getMetadata()::setAnnotations);
  }

  /** Allows the claim's capacity to be restored if it is deleted while a node expands. */
  private static void keepOldCapacity(PersistentVolume volume, PersistentVolumeClaim claim) {
    if (!VolumeExpanderPlan.hasOldCapacity(volume)) {
      annotate(
              volume.getMetadata().getAnnotations(),
              VolumeExpanderPlan.PRE_RESIZE_CAPACITY,
              ClaimSizes.recordedCapacity(claim).map(Quantity::toString).orElse("0"))
          .ifPresent(volume.getMetadata()::setAnnotations);
    }
  }

  private static Optional<Map<String, String>> annotate(
      @Nullable Map<String, String> annotations, String name, String value) {
    var changed = annotations == null ? new TreeMap<String, String>() : new TreeMap<>(annotations);
    return value.equals(changed.put(name, value)) ? Optional.empty() : Optional.of(changed);
  }

  private static Map<String, Quantity> with(
      @Nullable Map<String, Quantity> resources, Quantity size) {
    var changed = resources == null ? new TreeMap<String, Quantity>() : new TreeMap<>(resources);
    changed.put(ClaimSizes.STORAGE, size);
    return changed;
  }
}
