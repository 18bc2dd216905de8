package io.coxswain.kube.attachdetach;

import io.coxswain.api.Timestamps;
import io.coxswain.kube.common.CsiName;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.storage.VolumeAttachment;
import io.fabric8.kubernetes.api.model.storage.VolumeAttachmentStatus;
import io.fabric8.kubernetes.api.model.storage.VolumeError;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * A node, the volumes that its pods use, and those that are attached to it, each by unique name.
 *
 * @param memory what earlier reconciles of this node recorded
 */
record NodeVolumes(
    String name,
    Facts node,
    SortedMap<String, Wanted> wanted,
    SortedMap<String, Attached> attached,
    NodeMemory memory) {

  /**
   * What the node reports about itself.
   *
   * @param exists whether the API server has it
   * @param managed whether its kubelet leaves attaching to this controller
   * @param reported the volumes in its status that it may mount
   * @param inUse the volumes that it has mounted or is about to mount; empty if unknown
   */
  record Facts(
      boolean exists,
      boolean managed,
      boolean ready,
      boolean outOfService,
      SortedSet<String> reported,
      Optional<SortedSet<String>> inUse) {

    /** Whether the node may have the volume mounted. */
    boolean mayUse(String volume) {
      return inUse.isEmpty() || inUse.get().contains(volume);
    }
  }

  /**
   * A volume that pods on the node use.
   *
   * @param elsewhere the other nodes that keep it from being attached here
   */
  record Wanted(AttachableVolume volume, List<Pod> pods, List<Elsewhere> elsewhere) {}

  /**
   * Another node that an exclusive volume is attached to.
   *
   * @param pods those on it that use the volume
   */
  record Elsewhere(String node, List<Pod> pods) {}

  /**
   * A volume that is attached, or about to be attached or detached.
   *
   * @param title what logs call it
   * @param attachment empty if there is none, though the status of the node reports the volume
   * @param kept whether a pod may be using it, although it cannot be resolved at present
   */
  record Attached(String name, String title, Optional<VolumeAttachment> attachment, boolean kept) {

    /** Whether the volume is of a driver that needs a VolumeAttachment. */
    boolean needsAttachment() {
      return CsiName.find(name).isPresent();
    }

    boolean isDetaching() {
      return attachment.filter(a -> a.getMetadata().getDeletionTimestamp() != null).isPresent();
    }

    /** Whether the node may mount it. */
    boolean isUsable() {
      return !needsAttachment()
          || attachment
              .filter(a -> a.getMetadata().getDeletionTimestamp() == null)
              .map(VolumeAttachment::getStatus)
              .filter(status -> Boolean.TRUE.equals(status.getAttached()))
              .isPresent();
    }

    /** The attacher's latest error, with its time. */
    Optional<VolumeError> attachError() {
      return attachment
          .map(VolumeAttachment::getStatus)
          .map(VolumeAttachmentStatus::getAttachError);
    }

    Instant created() {
      return attachment
          .flatMap(a -> Timestamps.parse(a.getMetadata().getCreationTimestamp()))
          .orElse(Instant.EPOCH);
    }
  }
}
