package io.coxswain.slurm.values;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The labels of what belongs to a cluster. */
public final class Labels {
  public static final String NAME = "app.kubernetes.io/name";
  public static final String INSTANCE = "app.kubernetes.io/instance";
  public static final String COMPONENT = "app.kubernetes.io/component";
  public static final String PART_OF = "app.kubernetes.io/part-of";
  public static final String MANAGED_BY = "app.kubernetes.io/managed-by";
  public static final String CLUSTER_NAME = "slurmcluster";
  public static final String OPERATOR = "slurm-operator";

  public static final String CONTROLLER_TYPE = "slurm.nebius.ai/controller-type";
  public static final String MAIN = "main";
  public static final String NODESET = "slurm.nebius.ai/nodeset";
  public static final String WORKER = "slurm.nebius.ai/worker";
  public static final String ROLLING_UPDATE = "slurm.nebius.ai/rolling-update-enabled";
  public static final String OPERATION_ID = "slurm.nebius.ai/worker-operation-id";
  public static final String OPERATION_PHASE = "slurm.nebius.ai/worker-operation-phase";
  public static final String NODE_CONFIGURATOR = "slurm.nebius.ai/node-configurator";
  public static final String JAILED_AGGREGATION = "slurm.nebius.ai/jailed-aggregation";
  public static final String JAILED_AGGREGATION_COMMON = "common";
  public static final String WEBHOOK = "slurm.nebius.ai/webhook";

  /** An annotation: the cluster that a protected Secret belongs to. */
  public static final String CLUSTER_ANNOTATION = "slurm.nebius.ai/cluster";

  /** An annotation of NodeSets of former versions: their cluster. */
  public static final String PARENTAL_CLUSTER_ANNOTATION = "slurm.nebius.ai/parental-cluster-ref";

  /** An annotation: the release of Slurm in the images of a cluster, where it is not the newest. */
  public static final String SLURM_VERSION_ANNOTATION = "coxswain.io/slurm-version";

  /**
   * An annotation of clusters and NodeSets: {@code true} replaces the pod templates that another
   * operator made, which restarts their pods.
   */
  public static final String ROLL_OUT_ANNOTATION = "coxswain.io/roll-out-pod-templates";

  /** An annotation: the container that kubectl means when none is named. */
  public static final String DEFAULT_CONTAINER = "kubectl.kubernetes.io/default-container";

  private Labels() {}

  /** All that an object of the component carries. */
  public static SortedMap<String, String> of(Component component, String cluster) {
    SortedMap<String, String> labels = matching(component, cluster);
    labels.put(PART_OF, OPERATOR);
    labels.put(MANAGED_BY, OPERATOR);
    return labels;
  }

  /** The selector of its pods. */
  public static SortedMap<String, String> matching(Component component, String cluster) {
    var labels = new TreeMap<String, String>();
    labels.put(NAME, CLUSTER_NAME);
    labels.put(INSTANCE, cluster);
    labels.put(COMPONENT, component.word());
    return labels;
  }

  /** Labels with some more. */
  public static SortedMap<String, String> with(
      SortedMap<String, String> labels, Map<String, String> more) {
    var all = new TreeMap<>(labels);
    all.putAll(more);
    return all;
  }
}
