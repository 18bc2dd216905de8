package io.coxswain.kube.attachdetach;

import io.coxswain.api.ObjectKey;
import io.coxswain.kube.common.CsiName;
import java.util.Optional;

/**
 * A volume that must be attached before a node can mount it.
 *
 * @param name unique in the cluster, as in the status of nodes
 * @param title what events call it: the name of the PersistentVolume, or of the volume in the pod
 * @param persistentVolume empty if the pod names the volume without one
 * @param claim empty if the pod names the volume without one
 * @param exclusive whether it may be attached to one node only
 */
record AttachableVolume(
    String name,
    String title,
    Optional<String> persistentVolume,
    Optional<ObjectKey> claim,
    boolean exclusive) {
  Optional<CsiName> csi() {
    return CsiName.find(name);
  }

  /** The plugin in a unique name, with the driver of a CSI volume, as metrics name it. */
  static String plugin(String unique) {
    Optional<CsiName> csi = CsiName.find(unique);
    if (csi.isPresent()) {
      return "kubernetes.io/csi:" + csi.get().driver();
    }
    int end = unique.indexOf('/', unique.indexOf('/') + 1);
    return end < 0 ? unique : unique.substring(0, end);
  }
}
