package io.coxswain.slurm.exporter;

/**
 * What the Kubernetes node of a Slurm node says about where it is.
 *
 * @param nvlinkGroup the instances that share an NVLink domain with it; empty when not said
 */
record NodePlace(String nvlinkGroup, String nodeSet) {
  static final NodePlace UNKNOWN = new NodePlace("", "");
}
