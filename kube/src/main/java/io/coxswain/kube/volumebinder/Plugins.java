package io.coxswain.kube.volumebinder;

import io.coxswain.kube.common.MigratedPlugins;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import java.util.Optional;

/**
 * Selects the provisioner or deleter of a volume. hostPath is the only in-tree plugin; migrated
 * plugins map to their CSI drivers, and others are rejected.
 */
final class Plugins {
  static final String HOST_PATH = "kubernetes.io/host-path";
  private static final String NFS = "kubernetes.io/nfs";
  private static final String BUILT_IN = "kubernetes.io/";

  private Plugins() {}

  /** The selected provisioner or deleter. */
  sealed interface Choice {
    /** Provisioned by the built-in hostPath plugin. */
    record HostPath() implements Choice {}

    /** An external provisioner, selected by annotation. */
    record External() implements Choice {}

    /** No provisioner, with the reason. */
    record Nobody(String problem) implements Choice {}
  }

  /** The CSI driver that replaces an in-tree plugin. */
  static Optional<String> migratedTo(String plugin) {
    return MigratedPlugins.driver(plugin);
  }

  static Choice provisioner(String name) {
    if (!name.startsWith(BUILT_IN) || migratedTo(name).isPresent()) {
      return new Choice.External();
    }
    return switch (name) {
      case HOST_PATH -> new Choice.HostPath();
      case NFS -> new Choice.Nobody("no provisionable volume plugin matched");
      default -> new Choice.Nobody("no volume plugin matched name: " + name);
    };
  }

  static Choice deleter(PersistentVolume volume) {
    String provisioner = Annotations.of(volume).getOrDefault(Annotations.PROVISIONED_BY, "");
    if (!provisioner.isEmpty()) {
      return switch (provisioner) {
        case HOST_PATH -> new Choice.HostPath();
        case NFS -> new Choice.Nobody("no deletable volume plugin matched");
        default ->
            provisioner.startsWith(BUILT_IN)
                ? new Choice.Nobody("no volume plugin matched name: " + provisioner)
                : new Choice.External();
      };
    }
    if (Annotations.has(volume, Annotations.MIGRATED_TO) || volume.getSpec().getCsi() != null) {
      return new Choice.External();
    }
    if (volume.getSpec().getHostPath() != null) {
      return new Choice.HostPath();
    }
    return new Choice.Nobody(
        "error getting deleter volume plugin for volume \"%s\": no %svolume plugin matched"
            .formatted(
                Volumes.name(volume), volume.getSpec().getNfs() != null ? "deletable " : ""));
  }

  /** Whether the plugin is in-tree and has no CSI driver. */
  static boolean isBuiltIn(String plugin) {
    return plugin.startsWith(BUILT_IN) && migratedTo(plugin).isEmpty();
  }
}
