package io.coxswain.slurm.topology;

import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * What is known of where the nodes of a Slurm cluster are.
 *
 * @param labels by Kubernetes node: {@code tier-0}, {@code tier-1}, ... and what they say
 * @param pods by Kubernetes node, the worker pods with GPUs there; a pod is named like its Slurm
 *     node
 * @param nodes all Slurm nodes that there may be
 * @param fabrics by Slurm node, the network it belongs to, where one is named
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
