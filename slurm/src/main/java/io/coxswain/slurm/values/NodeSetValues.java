package io.coxswain.slurm.values;

import io.coxswain.api.slurm.ContainerSecurity;
import io.coxswain.api.slurm.Image;
import io.coxswain.api.slurm.NodeContainer;
import io.coxswain.api.slurm.NodeSet;
import io.coxswain.api.slurm.NodeSetSpec;
import io.coxswain.api.slurm.SidecarContainer;
import java.util.Collection;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The workers of one NodeSet as they are rendered.
 *
 * @param spec with all defaults; not to be changed
 * @param active the ordinals that Slurm has powered on; of ephemeral workers only
 */
public record NodeSetValues(
    ClusterValues cluster, String name, NodeSetSpec spec, SortedSet<Integer> active) {

  /** The values of a NodeSet whose workers may not be ephemeral, or are all off. */
  public static NodeSetValues of(ClusterValues cluster, NodeSet set) {
    return of(cluster, set, new TreeSet<>());
  }

  public static NodeSetValues of(ClusterValues cluster, NodeSet set, Collection<Integer> active) {
    return new NodeSetValues(
        cluster, set.getMetadata().getName(), Defaults.fill(set).getSpec(), new TreeSet<>(active));
  }

  public boolean ephemeral() {
    return ClusterValues.on(spec.getEphemeralNodes());
  }

  public boolean gpu() {
    return spec.getGpu() != null && ClusterValues.on(spec.getGpu().getEnabled());
  }

  /** Whether the workers wait for running jobs before they are updated. */
  public boolean slurmAware() {
    return spec.getUpdateStrategy().equals("slurmAwareRollingUpdate");
  }

  /** The ordinals that have a pod outside maintenance. */
  public SortedSet<Integer> ordinals() {
    if (ephemeral()) {
      return active;
    }
    var all = new TreeSet<Integer>();
    for (int i = 0; i < ClusterValues.or(spec.getReplicas(), 0); i++) {
      all.add(i);
    }
    return all;
  }

  /** The ordinals below the greatest that have no pod. */
  public SortedSet<Integer> reserved() {
    var reserved = new TreeSet<Integer>();
    if (ephemeral() && !active.isEmpty() && !cluster.maintenance().active()) {
      for (int i = 0; i < active.last(); i++) {
        if (!active.contains(i)) {
          reserved.add(i);
        }
      }
    }
    return reserved;
  }

  /**
   * The number of pods outside maintenance. Where a StatefulSet cannot leave ordinals out, all up
   * to the greatest that Slurm waits for.
   */
  public int pods() {
    if (ephemeral() && !cluster.platform().kruise()) {
      return active.isEmpty() ? 0 : active.last() + 1;
    }
    return ordinals().size();
  }

  /** The replicas of the StatefulSet. */
  public int replicas() {
    return cluster.replicas(pods());
  }

  /** A sidecar of slurmd, or slurmd itself, in the form used by clusters. */
  public static NodeContainer container(SidecarContainer container) {
    var same = new NodeContainer();
    same.setImage(image(container.getImage()));
    same.setImagePullPolicy(container.getImage().getPullPolicy());
    same.setResources(container.getResources());
    same.setLivenessProbe(container.getLivenessProbe());
    same.setReadinessProbe(container.getReadinessProbe());
    ContainerSecurity security = container.getSecurity();
    if (security != null) {
      same.setSecurityLimitsConfig(security.getLimitsConfig());
      same.setAppArmorProfile(security.getAppArmorProfile());
      same.setProcMount(security.getProcMount());
    }
    return same;
  }

  /** {@code repository:tag}. Without a tag there is no colon either. */
  public static String image(Image image) {
    String tag = ClusterValues.text(image.getTag());
    return tag.isEmpty() ? image.getRepository() : image.getRepository() + ":" + tag;
  }

  /** The ConfigMap with the configuration of supervisord, the cluster's unless another is named. */
  public String supervisordConfig() {
    String own = ClusterValues.text(spec.getConfigMapRefSupervisord());
    return own.isEmpty() ? cluster.names().supervisord() : own;
  }

  public boolean ownSupervisordConfig() {
    return !ClusterValues.text(spec.getConfigMapRefSupervisord()).isEmpty();
  }

  /** The ConfigMap with the configuration of sshd. */
  public String sshdConfig() {
    String own = ClusterValues.text(spec.getConfigMapRefSshd());
    return own.isEmpty() ? cluster.names().sshConfigsWorker() : own;
  }

  public boolean ownSshdConfig() {
    return !ClusterValues.text(spec.getConfigMapRefSshd()).isEmpty();
  }

  /** The Secret with sssd.conf. */
  public String sssdConf() {
    String own = ClusterValues.text(spec.getSssdConfSecretRefName());
    return own.isEmpty() ? cluster.names().nodeSetSssdConf(name) : own;
  }

  public boolean ownSssdConf() {
    return !ClusterValues.text(spec.getSssdConfSecretRefName()).isEmpty();
  }
}
