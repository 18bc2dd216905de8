package io.coxswain.kube.attachdetach;

import io.coxswain.kube.common.PodIndexes;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.AttachedVolume;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.storage.VolumeAttachment;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** The indexes of this controller. */
final class AttachmentIndexes {
  /** VolumeAttachments by the name of their node. */
  static final String OF_NODE = "spec.nodeName";

  /** VolumeAttachments by the name of their PersistentVolume. */
  static final String OF_VOLUME = "spec.source.persistentVolumeName";

  /** Nodes by the volumes that their status reports as attached. */
  static final String REPORTED = "status.volumesAttached";

  private AttachmentIndexes() {}

  static void add(Manager manager) {
    PodIndexes.byNode(manager);
    PodIndexes.byClaim(manager);
    manager.index(
        VolumeAttachment.class, OF_NODE, attachment -> List.of(attachment.getSpec().getNodeName()));
    manager.index(
        VolumeAttachment.class,
        OF_VOLUME,
        attachment -> {
          String volume = attachment.getSpec().getSource().getPersistentVolumeName();
          return volume == null ? List.of() : List.of(volume);
        });
    manager.index(Node.class, REPORTED, AttachmentIndexes::reported);
  }

  static SortedSet<String> reported(Node node) {
    var names = new TreeSet<String>();
    if (node.getStatus() != null && node.getStatus().getVolumesAttached() != null) {
      node.getStatus().getVolumesAttached().stream()
          .map(AttachedVolume::getName)
          .forEach(names::add);
    }
    return names;
  }
}
