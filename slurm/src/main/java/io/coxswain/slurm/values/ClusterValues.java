package io.coxswain.slurm.values;

import io.coxswain.api.Json;
import io.coxswain.api.slurm.Gpu;
import io.coxswain.api.slurm.NodeFilter;
import io.coxswain.api.slurm.NodeSet;
import io.coxswain.api.slurm.SlurmCluster;
import io.coxswain.api.slurm.SlurmClusterSpec;
import io.coxswain.api.slurm.SlurmConfig;
import io.coxswain.api.slurm.SlurmNodes;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Volume;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A cluster as it is rendered.
 *
 * @param spec with all defaults; not to be changed
 * @param nodeSets of this cluster, with all defaults, by name
 * @param askedSlurm the Slurm release in the spec of the cluster, known or not; empty for none
 */
public record ClusterValues(
    Names names,
    SlurmClusterSpec spec,
    List<NodeSet> nodeSets,
    Platform platform,
    String askedSlurm) {

  /** Where most parts of a cluster keep their common files. */
  public static final String JAIL = "jail";

  /**
   * The values of a cluster.
   *
   * @param nodeSets of the namespace; those of other clusters are left out
   */
  public static ClusterValues of(
      SlurmCluster cluster, Collection<NodeSet> nodeSets, Names names, Platform platform) {
    String asked = annotation(cluster.getMetadata(), Labels.SLURM_VERSION_ANNOTATION);
    return new ClusterValues(
        names,
        Defaults.fill(cluster).getSpec(),
        nodeSets.stream()
            .filter(set -> clusterOf(set).equals(names.cluster()))
            .map(Defaults::fill)
            .sorted(Comparator.comparing(set -> set.getMetadata().getName()))
            .toList(),
        RenderedSlurmVersion.find(asked).map(platform::withSlurm).orElse(platform),
        asked);
  }

  public static ClusterValues of(
      SlurmCluster cluster, Collection<NodeSet> nodeSets, Platform platform) {
    String namespace = cluster.getMetadata().getNamespace();
    return of(
        cluster,
        nodeSets,
        Names.of(cluster.getMetadata().getName(), namespace == null ? "default" : namespace),
        platform);
  }

  /** The cluster of a NodeSet, in the current or the legacy form. */
  public static String clusterOf(NodeSet set) {
    String said = set.getSpec().getClusterName();
    if (said != null && !said.isEmpty()) {
      return said;
    }
    return annotation(set.getMetadata(), Labels.PARENTAL_CLUSTER_ANNOTATION);
  }

  private static String annotation(ObjectMeta metadata, String key) {
    Map<String, String> annotations = metadata.getAnnotations();
    return annotations == null ? "" : annotations.getOrDefault(key, "");
  }

  public SlurmNodes nodes() {
    return spec.getSlurmNodes();
  }

  public Maintenance maintenance() {
    return Maintenance.of(spec.getMaintenance());
  }

  /** The desired number, or 0 during maintenance. */
  public int replicas(int asked) {
    return maintenance().active() ? 0 : asked;
  }

  /** Whether some worker has GPUs. */
  public boolean gpu() {
    return nodeSets.stream().anyMatch(ClusterValues::hasGpu);
  }

  static boolean hasGpu(NodeSet set) {
    Gpu gpu = set.getSpec().getGpu();
    return gpu != null && on(gpu.getEnabled());
  }

  /** Whether Slurm powers some workers on and off. */
  public boolean ephemeral() {
    return nodeSets.stream().anyMatch(set -> on(set.getSpec().getEphemeralNodes()));
  }

  /** All the workers that there may be. */
  public int workers() {
    return nodeSets.stream().mapToInt(set -> or(set.getSpec().getReplicas(), 0)).sum();
  }

  public boolean accounting() {
    return on(nodes().getAccounting().getEnabled());
  }

  public boolean rest() {
    return on(nodes().getRest().getEnabled());
  }

  public SlurmConfig slurmConfig() {
    SlurmConfig config = spec.getSlurmConfig();
    return config == null ? new SlurmConfig() : config;
  }

  /** Empty where workers need not wait for their place. */
  public String topologyPlugin() {
    return text(slurmConfig().getTopologyPlugin());
  }

  public boolean defaultAppArmorProfile() {
    return on(spec.getUseDefaultAppArmorProfile());
  }

  /** The Secret with the host keys of sshd. */
  public String sshdKeys() {
    String own = spec.getSecrets().getSshdKeysName();
    return text(own).isEmpty() ? names.sshdKeys() : Objects.requireNonNull(own);
  }

  /**
   * The filter of that name.
   *
   * @throws InvalidClusterException if there is none
   */
  public NodeFilter filter(String name) {
    return spec.getK8sNodeFilters().stream()
        .filter(filter -> filter.getName().equals(name))
        .findFirst()
        .orElseThrow(() -> notFound("spec.k8sNodeFilters", name));
  }

  /**
   * The volume of that source under another name.
   *
   * @throws InvalidClusterException if there is no such source
   */
  public Volume volume(String source, String name) {
    Volume found =
        spec.getVolumeSources().stream()
            .filter(volume -> source.equals(volume.getName()))
            .findFirst()
            .orElseThrow(() -> notFound("spec.volumeSources", source));
    Volume copy = Json.copy(found);
    copy.setName(name);
    return copy;
  }

  private static InvalidClusterException notFound(String list, String name) {
    return new InvalidClusterException(list + ": element with value \"" + name + "\" not found");
  }

  /** Whether a switch is on; one that is not there is off. */
  public static boolean on(@Nullable Boolean value) {
    return value != null && value;
  }

  public static int or(@Nullable Integer value, int otherwise) {
    return value == null ? otherwise : value;
  }

  /** A number where zero means that none was given. */
  public static int orIfZero(@Nullable Integer value, int otherwise) {
    return value == null || value == 0 ? otherwise : value;
  }

  public static String text(@Nullable String value) {
    return value == null ? "" : value;
  }
}
