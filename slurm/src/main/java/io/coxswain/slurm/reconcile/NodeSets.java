package io.coxswain.slurm.reconcile;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.slurm.NodeSet;
import io.coxswain.runtime.client.Reader;
import java.util.List;
import java.util.Map;

/** Which NodeSets belong to which cluster. */
public final class NodeSets {
  /** By which NodeSets of earlier versions name their cluster. */
  public static final String PARENT = "slurm.nebius.ai/parental-cluster-ref";

  private NodeSets() {}

  /** Those of the cluster, by name. */
  public static List<NodeSet> of(Reader client, ObjectKey cluster) throws ApiException {
    return client.list(NodeSet.class).in(cluster.namespace()).toList().stream()
        .filter(nodeSet -> clusterOf(nodeSet).equals(cluster.name()))
        .toList();
  }

  /** The name of the cluster it belongs to; empty where none is named. */
  public static String clusterOf(NodeSet nodeSet) {
    String name = nodeSet.getSpec().getClusterName();
    if (name != null && !name.isEmpty()) {
      return name;
    }
    Map<String, String> annotations = nodeSet.getMetadata().getAnnotations();
    return annotations == null ? "" : annotations.getOrDefault(PARENT, "");
  }
}
