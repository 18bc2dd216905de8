package io.coxswain.kube.common;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/**
 * A volume of a CSI driver.
 *
 * @param handle the name by which the driver knows the volume
 */
public record CsiName(String driver, String handle) {
  private static final String CSI = "kubernetes.io/csi/";
  private static final String SEPARATOR = "^";

  /** The driver and handle in a unique name, if it is that of a CSI volume. */
  public static Optional<CsiName> find(String unique) {
    if (!unique.startsWith(CSI)) {
      return Optional.empty();
    }
    String rest = unique.substring(CSI.length());
    int at = rest.indexOf(SEPARATOR);
    return at < 0
        ? Optional.empty()
        : Optional.of(new CsiName(rest.substring(0, at), rest.substring(at + 1)));
  }

  /** The name that is unique in the cluster, as in the status of nodes. */
  public String unique() {
    return CSI + driver + SEPARATOR + handle;
  }

  /** The name of the VolumeAttachment for a node. */
  public String attachment(String node) {
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
