package io.coxswain.slurm.render;

import static io.coxswain.slurm.values.ClusterValues.on;
import static io.coxswain.slurm.values.ClusterValues.text;

import io.coxswain.api.Json;
import io.coxswain.api.slurm.NodeSetSpec;
import io.coxswain.api.slurm.NodeSetVolumeMount;
import io.coxswain.api.slurm.SlurmdVolumes;
import io.coxswain.slurm.values.ClusterValues;
import io.coxswain.slurm.values.Component;
import io.coxswain.slurm.values.InvalidClusterException;
import io.coxswain.slurm.values.Names;
import io.coxswain.slurm.values.NodeSetValues;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.util.ArrayList;
import java.util.List;

/** What a worker sees of its host, of the cluster and of itself. */
final class WorkerVolumes {
  static final String TOPOLOGY_PATH = "/tmp/slurm/topology-node-labels";
  private static final String SPOOL = "worker-spool";
  private static final String IMEX_CLI = "/usr/bin/nvidia-imex-ctl";
  private static final String IMEX_CONFIG = "/etc/nvidia-imex";
  private static final Quantity SHARED_MEMORY = new Quantity("64Gi");

  private WorkerVolumes() {}

  static Volumes of(NodeSetValues set) {
    ClusterValues cluster = set.cluster();
    Names names = cluster.names();
    NodeSetSpec asked = set.spec();
    SlurmdVolumes own = asked.getSlurmd().getVolumes();
    Quantity shared = own.getSharedMemorySize();
    var volumes =
        new Volumes(cluster, Component.NODESET)
            .munge()
            .add(Volumes.emptyDir("runtime"))
            .securityLimits(names.nodeSetSecurityLimits(set.name()))
            .sshd()
            .scratch(asked.getSlurmd().getResources().get("memory"))
            .add(Volumes.host("boot", "/boot", ""))
            .add(Volumes.host("hostlog-journal", "/var/log/journal", ""))
            .add(
                Volumes.host(
                    "soperator-outputs", "/var/log/soperator-outputs", "DirectoryOrCreate"))
            .add(Volumes.memory("dev-shm", shared == null ? SHARED_MEMORY : shared))
            .add(Volumes.configMap("sysctl", names.sysctl(), Volumes.MODE))
            .add(Volumes.configMap("supervisord-config", set.supervisordConfig(), Volumes.MODE))
            .add(Volumes.configMap("ssh-configs-worker", set.sshdConfig(), Volumes.MODE));
    if (asked.getSssd() != null) {
      volumes.sssd(set.sssdConf(), text(asked.getSssdLdapCAConfigMapRefName()));
    }
    if (set.gpu()) {
      nvidia(volumes);
    }
    volumes.add(named(SPOOL, own.getSpool())).add(named(ClusterValues.JAIL, own.getJail()));
    own.getJailSubMounts().forEach(mount -> asked(volumes, mount));
    own.getCustomVolumeMounts().forEach(mount -> asked(volumes, mount));
    if (WorkerContainers.topology(set)) {
      volumes.add(
          new VolumeBuilder()
              .withName(Names.TOPOLOGY_NODE_LABELS)
              .withNewConfigMap()
              .withName(Names.TOPOLOGY_NODE_LABELS)
              .withOptional(true)
              .endConfigMap()
              .build());
    }
    return volumes;
  }

  private static void nvidia(Volumes volumes) {
    volumes
        .add(Volumes.host("nvidia", "/run/nvidia", ""))
        .add(Volumes.host("nvidia-imex-cli", IMEX_CLI, "FileOrCreate"))
        .add(Volumes.host("nvidia-imex-cli-jail", IMEX_CLI, "FileOrCreate"))
        .add(Volumes.host("nvidia-imex-config", IMEX_CONFIG, "DirectoryOrCreate"))
        .add(Volumes.host("nvidia-imex-config-jail", IMEX_CONFIG, "DirectoryOrCreate"));
  }

  private static Volume named(String name, Volume source) {
    Volume volume = Json.copy(source);
    volume.setName(name);
    return volume;
  }

  private static void asked(Volumes volumes, NodeSetVolumeMount mount) {
    Volume source = mount.getVolumeSource();
    PersistentVolumeClaimSpec claim = mount.getVolumeClaimTemplateSpec();
    if ((source == null) == (claim == null)) {
      throw new InvalidClusterException(
          mount.getName() + ": only one of VolumeSource or VolumeClaimTemplateSpec should be set");
    }
    if (claim != null) {
      volumes.claim(mount.getName(), claim);
    } else if (source != null) {
      volumes.add(named(mount.getName(), source));
    }
  }

  static VolumeMount runtimeMount() {
    return Mounts.at("runtime", "/run");
  }

  static VolumeMount topologyMount() {
    return Mounts.readOnly(Names.TOPOLOGY_NODE_LABELS, TOPOLOGY_PATH);
  }

  /** Those of slurmd. */
  static List<VolumeMount> mounts(NodeSetValues set) {
    NodeSetSpec asked = set.spec();
    var mounts = new ArrayList<VolumeMount>();
    mounts.add(runtimeMount());
    mounts.add(Mounts.at(SPOOL, "/var/spool/slurmd"));
    mounts.add(Mounts.jail());
    mounts.add(Mounts.mungeSocket());
    mounts.add(Mounts.securityLimits());
    mounts.addAll(Mounts.sshd());
    mounts.addAll(Mounts.scratch());
    mounts.add(Mounts.fromHost("boot", "/boot"));
    mounts.add(Mounts.readOnly("hostlog-journal", Mounts.JAIL_UPPER + "/var/hostlog/journal"));
    mounts.add(Mounts.at("soperator-outputs", Mounts.JAIL_UPPER + "/opt/soperator-outputs/local"));
    mounts.add(Mounts.at("dev-shm", "/dev/shm"));
    mounts.add(Mounts.file("sysctl", "/etc/sysctl.conf", "sysctl.conf"));
    mounts.add(Mounts.readOnly("supervisord-config", "/etc/supervisor/conf.d/"));
    mounts.add(Mounts.readOnly("ssh-configs-worker", "/mnt/ssh-configs"));
    if (asked.getSssd() != null) {
      mounts.addAll(Mounts.sssd());
    }
    if (set.gpu()) {
      mounts.add(Mounts.fromHost("nvidia", "/run/nvidia"));
      mounts.add(Mounts.readOnly("nvidia-imex-cli", IMEX_CLI));
      mounts.add(Mounts.readOnly("nvidia-imex-cli-jail", Mounts.JAIL_UPPER + IMEX_CLI));
      mounts.add(Mounts.readOnly("nvidia-imex-config", IMEX_CONFIG));
      mounts.add(Mounts.readOnly("nvidia-imex-config-jail", Mounts.JAIL_UPPER + IMEX_CONFIG));
    }
    if (WorkerContainers.topology(set)) {
      mounts.add(topologyMount());
    }
    SlurmdVolumes own = asked.getSlurmd().getVolumes();
    own.getJailSubMounts().forEach(mount -> mounts.add(mounted(mount, Mounts.JAIL_UPPER + "/")));
    own.getCustomVolumeMounts().forEach(mount -> mounts.add(mounted(mount, "")));
    return mounts;
  }

  private static VolumeMount mounted(NodeSetVolumeMount mount, String below) {
    return Mounts.asked(
        mount.getName(),
        below + mount.getMountPath(),
        text(mount.getSubPath()),
        on(mount.getReadOnly()));
  }
}
