package io.coxswain.kube.attachdetach;

import io.coxswain.api.ObjectKey;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
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
  private static final String CSI = "kubernetes.io/csi/";
  private static final String SEPARATOR = "^";

  /**
   * A volume of a CSI driver.
   *
   * @param handle the name by which the driver knows the volume
   */
  record CsiName(String driver, String handle) {
    String unique() {
      return CSI + driver + SEPARATOR + handle;
    }

    /** The name of the VolumeAttachment for a node. */
    String attachment(String node) {
      try {
        byte[] hash =
            MessageDigest.getInstance("SHA-256")
                .digest((handle + driver + node).getBytes(StandardCharsets.UTF_8));
        return "csi-" + HexFormat.of().formatHex(hash);
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  Optional<CsiName> csi() {
    return csi(name);
  }

  /** The driver and handle in a unique name, if it is that of a CSI volume. */
  static Optional<CsiName> csi(String unique) {
    if (!unique.startsWith(CSI)) {
      return Optional.empty();
    }
    String rest = unique.substring(CSI.length());
    int at = rest.indexOf(SEPARATOR);
    return at < 0
        ? Optional.empty()
        : Optional.of(new CsiName(rest.substring(0, at), rest.substring(at + 1)));
  }

  /** The plugin in a unique name, with the driver of a CSI volume, as metrics name it. */
  static String plugin(String unique) {
    Optional<CsiName> csi = csi(unique);
    if (csi.isPresent()) {
      return "kubernetes.io/csi:" + csi.get().driver();
    }
    int end = unique.indexOf('/', unique.indexOf('/') + 1);
    return end < 0 ? unique : unique.substring(0, end);
  }
}
