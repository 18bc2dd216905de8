package io.coxswain.slurm.render;

import static io.coxswain.slurm.values.ClusterValues.text;

import io.coxswain.api.slurm.NodeVolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.util.List;

/** Where containers find their volumes. */
final class Mounts {
  static final String JAIL_UPPER = "/mnt/jail.upper";

  private Mounts() {}

  static VolumeMount at(String volume, String path) {
    return new VolumeMountBuilder().withName(volume).withMountPath(path).build();
  }

  static VolumeMount readOnly(String volume, String path) {
    return new VolumeMountBuilder(at(volume, path)).withReadOnly(true).build();
  }

  /** One file of a volume. */
  static VolumeMount file(String volume, String path, String subPath) {
    return new VolumeMountBuilder(at(volume, path)).withSubPath(subPath).build();
  }

  static VolumeMount readOnlyFile(String volume, String path, String subPath) {
    return new VolumeMountBuilder(file(volume, path, subPath)).withReadOnly(true).build();
  }

  /** With what the host mounts there later. */
  static VolumeMount fromHost(String volume, String path) {
    return new VolumeMountBuilder(at(volume, path)).withMountPropagation("HostToContainer").build();
  }

  static VolumeMount jail() {
    return at("jail", "/mnt/jail");
  }

  static VolumeMount mungeSocket() {
    return at("munge-socket", "/run/munge");
  }

  static VolumeMount securityLimits() {
    return file("security-limits", "/etc/security/limits.conf", "limits.conf");
  }

  static VolumeMount restJwtKey() {
    return readOnly("rest-jwt-key", "/mnt/rest-jwt-key");
  }

  static VolumeMount slurmConfigs() {
    return readOnly("slurm-configs", "/mnt/slurm-configs");
  }

  static List<VolumeMount> sshd() {
    return List.of(
        readOnly("sshd-keys", "/etc/ssh/sshd_keys"),
        readOnlyFile("ssh-root-keys", "/root/.ssh/authorized_keys", "authorized_keys"));
  }

  static List<VolumeMount> scratch() {
    return List.of(at("in-memory", JAIL_UPPER + "/mnt/memory"), at("tmp-disk", "/tmp"));
  }

  static List<VolumeMount> sssd() {
    return List.of(sssdSocket(), sssdConf());
  }

  static VolumeMount sssdSocket() {
    return at("sssd-socket", "/var/lib/sss/pipes");
  }

  static VolumeMount sssdConf() {
    return readOnly("sssd-conf", "/etc/sssd");
  }

  /** Configured mounts, below a directory. */
  static List<VolumeMount> custom(List<NodeVolumeMount> mounts, String below) {
    return mounts.stream()
        .map(
            mount ->
                asked(
                    mount.getName(),
                    below + mount.getMountPath(),
                    text(mount.getSubPath()),
                    mount.getReadOnly() != null && mount.getReadOnly()))
        .toList();
  }

  static VolumeMount asked(String name, String path, String subPath, boolean readOnly) {
    return new VolumeMountBuilder()
        .withName(name)
        .withMountPath(clean(path))
        .withSubPath(subPath.isEmpty() ? null : subPath)
        .withReadOnly(readOnly ? true : null)
        .build();
  }

  /** Without doubled or trailing slashes. */
  private static String clean(String path) {
    String single = path.replaceAll("/+", "/");
    return single.length() > 1 && single.endsWith("/")
        ? single.substring(0, single.length() - 1)
        : single;
  }
}
