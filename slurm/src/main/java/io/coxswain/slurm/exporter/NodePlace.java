package io.coxswain.slurm.exporter;

/**
 * The location of a Slurm node, from the labels of its Kubernetes node.
 *
 * @param nvlinkGroup the instances that share an NVLink domain with it; empty if unknown
 */
record NodePlace(String nvlinkGroup, String nodeSet) {
  static final NodePlace UNKNOWN = new NodePlace("", "");
}
