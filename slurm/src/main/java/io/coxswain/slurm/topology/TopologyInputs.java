package io.coxswain.slurm.topology;

import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * The known locations of the nodes of a Slurm cluster.
 *
 * @param labels by Kubernetes node: {@code tier-0}, {@code tier-1}, ... and their values
 * @param pods by Kubernetes node, its worker pods with GPUs; a pod has the name of its Slurm node
 * @param nodes all possible Slurm nodes
 * @param fabrics by Slurm node, its network, if specified
 */
record TopologyInputs(
    SortedMap<String, SortedMap<String, String>> labels,
    SortedMap<String, List<String>> pods,
    SortedSet<String> nodes,
    SortedMap<String, String> fabrics) {
  static final String DEFAULT_FABRIC = "root";
  private static final String UNKNOWN = "unknown";

  String fabric(String node) {
    String fabric = fabrics.getOrDefault(node, "");
    return fabric.isEmpty() ? DEFAULT_FABRIC : fabric;
  }

  /** What nodes hang under of which nothing is known but their network. */
  static String unknown(String fabric) {
    return fabric.equals(DEFAULT_FABRIC) ? UNKNOWN : fabric + "." + UNKNOWN;
  }
}
