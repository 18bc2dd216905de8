package io.coxswain.slurm.values;

import static io.coxswain.slurm.values.ClusterValues.or;
import static io.coxswain.slurm.values.ClusterValues.text;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.slurm.ControllerNode;
import io.coxswain.api.slurm.LoginNode;
import io.coxswain.api.slurm.NodeFilter;
import io.coxswain.api.slurm.NodeVolume;
import io.coxswain.api.slurm.NodeVolumeMount;
import io.coxswain.api.slurm.PartitionConfiguration;
import io.fabric8.kubernetes.api.model.Volume;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Rules that the CRD cannot express. A cluster that violates one is not written at all; errors in
 * one component only are found when that component is rendered.
 */
public final class ClusterValidation {
  private static final int LOWEST_NODE_PORT = 30000;

  /** One too many, as upstream has it. */
  private static final int HIGHEST_NODE_PORT = 32768;

  private final ClusterValues values;
  private final List<String> problems = new ArrayList<>();

  private ClusterValidation(ClusterValues values) {
    this.values = values;
  }

  /** Everything that is wrong, each with its field; empty when nothing is. */
  public static List<String> problems(ClusterValues values) {
    var validation = new ClusterValidation(values);
    validation.slurm();
    validation.partitions();
    validation.filters();
    validation.volumeSources();
    validation.login();
    return validation.problems;
  }

  /**
   * Checks a cluster.
   *
   * @throws InvalidClusterException if something is wrong, with all of it
   */
  public static void check(ClusterValues values) {
    List<String> problems = problems(values);
    if (!problems.isEmpty()) {
      throw new InvalidClusterException(String.join("; ", problems));
    }
  }

  /** What is odd but taken: two sources of one name, of which the first is used. */
  public static List<String> warnings(ClusterValues values) {
    var seen = new TreeSet<String>();
    return values.spec().getVolumeSources().stream()
        .map(Volume::getName)
        .filter(name -> !seen.add(name))
        .map(name -> "spec.volumeSources: \"" + name + "\" is there twice; the first is used")
        .toList();
  }

  private void slurm() {
    if (!values.askedSlurm().isEmpty()) {
      try {
        RenderedSlurmVersion.of(values.askedSlurm());
      } catch (IllegalArgumentException e) {
        problems.add(
            "metadata.annotations[%s]: %s"
                .formatted(Labels.SLURM_VERSION_ANNOTATION, e.getMessage()));
      }
    }
  }

  private void partitions() {
    PartitionConfiguration partitions = values.spec().getPartitionConfiguration();
    if (partitions == null || !"custom".equals(partitions.getConfigType())) {
      return;
    }
    for (int i = 0; i < partitions.getRawConfig().size(); i++) {
      if (!partitions.getRawConfig().get(i).strip().startsWith("PartitionName")) {
        problems.add(
            "spec.partitionConfiguration.rawConfig[%d]: partition configuration should start with PartitionName"
                .formatted(i));
      }
    }
  }

  private void filters() {
    var seen = new TreeSet<String>();
    for (NodeFilter filter : values.spec().getK8sNodeFilters()) {
      if (!seen.add(filter.getName())) {
        problems.add(
            "spec.k8sNodeFilters: k8s node filters are invalid. names must be unique: \"%s\" is there twice"
                .formatted(filter.getName()));
      }
    }
    String used = values.nodes().getController().getK8sNodeFilterName();
    if (!seen.contains(used)) {
      problems.add(
          "spec.slurmNodes.controller.k8sNodeFilterName: specified k8s node filter name \"%1$s\" not found in K8sNodeFilters: element with value \"%1$s\" not found"
              .formatted(used));
    }
  }

  private void volumeSources() {
    var names = new TreeSet<String>();
    for (Volume volume : values.spec().getVolumeSources()) {
      names.add(text(volume.getName()));
      ObjectNode sources = Json.tree(volume);
      sources.remove("name");
      if (sources.size() != 1) {
        problems.add(
            "spec.volumeSources: volume source \"%s\" is invalid. only one of sources must be specified"
                .formatted(volume.getName()));
      }
    }
    ControllerNode controller = values.nodes().getController();
    source(names, "controller.volumes.spool", controller.getVolumes().getSpool());
    source(names, "controller.volumes.jail", controller.getVolumes().getJail());
    sources(
        names,
        "login.volumes.jailSubMounts",
        values.nodes().getLogin().getVolumes().getJailSubMounts());
    sources(
        names,
        "login.volumes.customMounts",
        values.nodes().getLogin().getVolumes().getCustomMounts());
    sources(names, "controller.volumes.customMounts", controller.getVolumes().getCustomMounts());
  }

  private void sources(Set<String> names, String field, List<NodeVolumeMount> mounts) {
    for (int i = 0; i < mounts.size(); i++) {
      source(names, field + "[" + i + "]", mounts.get(i));
    }
  }

  private void source(Set<String> names, String field, NodeVolume volume) {
    String name = volume.getVolumeSourceName();
    if (name != null && !names.contains(name)) {
      problems.add(
          "spec.slurmNodes.%1$s.volumeSourceName: specified node volume source name \"%2$s\" not found in VolumeSources: element with value \"%2$s\" not found"
              .formatted(field, name));
    }
  }

  private void login() {
    LoginNode login = values.nodes().getLogin();
    int size = or(login.getSize(), 0);
    if (size > 0 && login.getSshRootPublicKeys() == null) {
      problems.add(
          "spec.slurmNodes.login.sshRootPublicKeys: SSHRootPublicKeys are invalid. login node size %d (used) is specified, but SSH public keys are not provided"
              .formatted(size));
    }
    String type = login.getSshdServiceType();
    if (!type.equals("LoadBalancer") && !type.equals("NodePort")) {
      problems.add(
          "spec.slurmNodes.login.sshdServiceType: SshdServiceType is invalid. It must be one of"
              + " \"LoadBalancer\" or \"NodePort\"");
    }
    int port = or(login.getSshdServiceNodePort(), 0);
    if (type.equals("NodePort") && port == 0) {
      problems.add(
          "spec.slurmNodes.login.sshdServiceNodePort: SshdServiceNodePort is not specified, but"
              + " SshdServiceType \"NodePort\" is used");
    } else if (type.equals("NodePort") && (port < LOWEST_NODE_PORT || port > HIGHEST_NODE_PORT)) {
      problems.add(
          "spec.slurmNodes.login.sshdServiceNodePort: SshdServiceNodePort is invalid. It must be in range %d-%d, got %d"
              .formatted(LOWEST_NODE_PORT, HIGHEST_NODE_PORT, port));
    }
  }
}
