package io.coxswain.kube.volumeexpander;

import io.coxswain.kube.common.MigratedPlugins;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Objects;
import java.util.Optional;

/** The action for a claim and its volume. */
sealed interface VolumeExpanderPlan {
  String PRE_RESIZE_CAPACITY = "volume.alpha.kubernetes.io/pre-resize-capacity";
  String RESIZE_IN_PROGRESS = "ControllerResizeInProgress";
  String NODE_PENDING = "NodeResizePending";
  String NODE_IN_PROGRESS = "NodeResizeInProgress";
  String NODE_INFEASIBLE = "NodeResizeInfeasible";

  /** Nothing to do, or nothing yet. */
  record Keep() implements VolumeExpanderPlan {}

  /** An external resizer expands the volume. */
  record AwaitResizer() implements VolumeExpanderPlan {}

  /** The resizer of the CSI driver that replaced the in-tree plugin expands the volume. */
  record NameResizer(String plugin, String driver) implements VolumeExpanderPlan {}

  /** The node has expanded the volume: the capacity from before is no longer needed. */
  record ForgetOldCapacity() implements VolumeExpanderPlan {}

  /** The node may try again to expand the volume. */
  record AwaitNode() implements VolumeExpanderPlan {}

  /**
   * The volume gets another size.
   *
   * @param onNode whether a node has to expand the file system afterwards
   */
  record Expand(String resizer, Quantity size, boolean onNode) implements VolumeExpanderPlan {}

  static VolumeExpanderPlan of(PersistentVolumeClaim claim, PersistentVolume volume) {
    boolean grows = ClaimSizes.requested(claim).compareTo(ClaimSizes.capacity(claim)) > 0;
    if (!isBoundTo(volume, claim) || !(grows || hasOldCapacity(volume))) {
      return new Keep();
    }
    Optional<String> migrated = MigratedPlugins.of(volume);
    if (migrated.isPresent()) {
      return new NameResizer(migrated.get(), MigratedPlugins.driver(migrated.get()).orElseThrow());
    }
    if (volume.getSpec().getFlexVolume() == null) {
      return new AwaitResizer();
    }
    return isExpanded(claim, volume) && hasOldCapacity(volume)
        ? new ForgetOldCapacity()
        : expansion(claim, volume);
  }

  static boolean hasOldCapacity(PersistentVolume volume) {
    return volume.getMetadata().getAnnotations() != null
        && volume.getMetadata().getAnnotations().containsKey(PRE_RESIZE_CAPACITY);
  }

  private static boolean isBoundTo(PersistentVolume volume, PersistentVolumeClaim claim) {
    ObjectReference ref = volume.getSpec().getClaimRef();
    return ref != null
        && Objects.equals(ref.getNamespace(), claim.getMetadata().getNamespace())
        && Objects.equals(ref.getUid(), claim.getMetadata().getUid());
  }

  private static boolean isExpanded(PersistentVolumeClaim claim, PersistentVolume volume) {
    return ClaimSizes.capacity(claim).compareTo(ClaimSizes.requested(claim)) >= 0
        && ClaimSizes.capacity(claim).compareTo(ClaimSizes.capacity(volume)) >= 0;
  }

  private static VolumeExpanderPlan expansion(
      PersistentVolumeClaim claim, PersistentVolume volume) {
    String status = ClaimSizes.resizeStatus(claim);
    boolean isSmaller = ClaimSizes.capacity(volume).compareTo(ClaimSizes.requested(claim)) < 0;
    if (!isSmaller && (status.equals(NODE_PENDING) || status.equals(NODE_IN_PROGRESS))) {
      return new Keep();
    }
    if (!isSmaller && status.equals(NODE_INFEASIBLE)) {
      return new AwaitNode();
    }
    boolean resumes = isSmaller ? isUnderWay(status) : !isNodes(status);
    Optional<Quantity> allocated = ClaimSizes.allocated(claim);
    Quantity size =
        resumes && allocated.isPresent()
            ? allocated.get()
            : ClaimSizes.request(claim).orElse(new Quantity("0"));
    return new Expand(
        volume.getSpec().getFlexVolume().getDriver(),
        size,
        !"Block".equals(volume.getSpec().getVolumeMode()));
  }

  /** The size that was recorded must be reached before a new one is begun. */
  private static boolean isUnderWay(String status) {
    return status.equals(RESIZE_IN_PROGRESS) || isNodes(status);
  }

  private static boolean isNodes(String status) {
    return status.equals(NODE_PENDING)
        || status.equals(NODE_IN_PROGRESS)
        || status.equals(NODE_INFEASIBLE);
  }
}
