package io.coxswain.slurm.render;

import io.coxswain.api.slurm.NodeVolume;
import io.coxswain.api.slurm.NodeVolumeMount;
import io.coxswain.slurm.values.ClusterValues;
import io.coxswain.slurm.values.Component;
import io.coxswain.slurm.values.InvalidClusterException;
import io.coxswain.slurm.values.Labels;
import io.coxswain.slurm.values.Names;
import io.fabric8.kubernetes.api.model.KeyToPath;
import io.fabric8.kubernetes.api.model.KeyToPathBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The volumes of a pod and the claims of its StatefulSet, in the order they were added. */
final class Volumes {
  /** Octal 0420, as upstream has it: not the usual 0644. */
  static final int MODE = 0420;

  static final int OWNER_READS = 0400;
  static final int OWNER_WRITES = 0600;
  static final int ALL_READ = 0644;

  private static final List<String> HOST_KEYS =
      List.of("ssh_host_ecdsa_key", "ssh_host_ed25519_key", "ssh_host_rsa_key");

  private final ClusterValues values;
  private final Names names;
  private final Component component;
  private final List<Volume> volumes = new ArrayList<>();
  private final List<PersistentVolumeClaim> claims = new ArrayList<>();

  Volumes(ClusterValues values, Component component) {
    this.values = values;
    this.names = values.names();
    this.component = component;
  }

  List<Volume> all() {
    return volumes;
  }

  List<PersistentVolumeClaim> claims() {
    return claims;
  }

  Volumes add(Volume volume) {
    volumes.add(volume);
    return this;
  }

  Volumes munge() {
    return mungeKey().mungeSocket();
  }

  Volumes mungeKey() {
    return add(secret("munge-key", names.munge(), MODE, List.of(item("munge.key", OWNER_READS))));
  }

  Volumes mungeSocket() {
    return add(emptyDir("munge-socket"));
  }

  Volumes restJwtKey() {
    return add(
        secret(
            "rest-jwt-key", names.restJwtKey(), MODE, List.of(item("rest_jwt.key", OWNER_READS))));
  }

  Volumes securityLimits(String configMap) {
    return add(configMap("security-limits", configMap, MODE));
  }

  /** The host keys of sshd and the authorized keys of root. */
  Volumes sshd() {
    var items = new ArrayList<KeyToPath>();
    for (String key : HOST_KEYS) {
      items.add(item(key, OWNER_WRITES));
      items.add(item(key + ".pub", ALL_READ));
    }
    return add(secret("sshd-keys", values.sshdKeys(), MODE, items))
        .add(configMap("ssh-root-keys", names.sshRootKeys(), OWNER_WRITES));
  }

  /** Room that goes with the pod: as much memory as the container has, and disk. */
  Volumes scratch(@Nullable Quantity memory) {
    return add(memory("in-memory", memory == null ? new Quantity("0") : memory))
        .add(emptyDir("tmp-disk"));
  }

  Volumes sssd(String secret, String ldapCa) {
    add(emptyDir("sssd-socket")).add(secret("sssd-conf", secret, OWNER_WRITES, List.of()));
    return ldapCa.isEmpty() ? this : add(configMap("sssd-ldap-ca", ldapCa, MODE));
  }

  /** The volume that most parts take without asking. */
  Volumes jail() {
    return add(values.volume(ClusterValues.JAIL, ClusterValues.JAIL));
  }

  /**
   * A source of the cluster, or a claim of each pod.
   *
   * @throws InvalidClusterException if it is both, neither, or no source of the cluster
   */
  Volumes asked(String name, NodeVolume volume) {
    String source = volume.getVolumeSourceName();
    PersistentVolumeClaimSpec claim = volume.getVolumeClaimTemplateSpec();
    if ((source == null) == (claim == null)) {
      throw new InvalidClusterException(
          name + ": only one of VolumeSourceName or VolumeClaimTemplateSpec should be set");
    }
    return claim != null ? claim(name, claim) : add(values.volume(String.valueOf(source), name));
  }

  Volumes asked(List<NodeVolumeMount> mounts) {
    mounts.forEach(mount -> asked(mount.getName(), mount));
    return this;
  }

  Volumes claim(String name, PersistentVolumeClaimSpec spec) {
    claims.add(
        new PersistentVolumeClaimBuilder()
            .withNewMetadata()
            .withName(name)
            .withNamespace(names.namespace())
            .withLabels(Labels.of(component, names.cluster()))
            .endMetadata()
            .withSpec(spec)
            .build());
    return this;
  }

  static Volume emptyDir(String name) {
    return new VolumeBuilder().withName(name).withNewEmptyDir().endEmptyDir().build();
  }

  static Volume memory(String name, Quantity size) {
    return new VolumeBuilder()
        .withName(name)
        .withNewEmptyDir()
        .withMedium("Memory")
        .withSizeLimit(size)
        .endEmptyDir()
        .build();
  }

  static Volume configMap(String name, String configMap, int mode) {
    return new VolumeBuilder()
        .withName(name)
        .withNewConfigMap()
        .withName(configMap)
        .withDefaultMode(mode)
        .endConfigMap()
        .build();
  }

  static Volume secret(String name, String secret, int mode, List<KeyToPath> items) {
    return new VolumeBuilder()
        .withName(name)
        .withNewSecret()
        .withSecretName(secret)
        .withItems(items)
        .withDefaultMode(mode)
        .endSecret()
        .build();
  }

  static Volume host(String name, String path, String type) {
    return new VolumeBuilder()
        .withName(name)
        .withNewHostPath()
        .withPath(path)
        .withType(type)
        .endHostPath()
        .build();
  }

  /** A key that becomes a file of the same name. */
  static KeyToPath item(String key, int mode) {
    return new KeyToPathBuilder().withKey(key).withPath(key).withMode(mode).build();
  }
}
