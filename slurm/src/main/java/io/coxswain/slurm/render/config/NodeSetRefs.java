package io.coxswain.slurm.render.config;

import static io.coxswain.slurm.values.ClusterValues.on;

import io.coxswain.api.slurm.NodeSet;
import io.coxswain.api.slurm.Partition;
import io.coxswain.api.slurm.PartitionConfiguration;
import io.coxswain.slurm.values.ClusterValues;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The NodeSets of a partition that can be written. Slurm rejects a whole file that refers to a
 * missing one.
 */
public record NodeSetRefs(List<String> usable, List<Ignored> ignored, List<String> withoutNodes) {

  /** A NodeSet that is left out of a partition, and why. */
  public record Ignored(String partition, String nodeSet, String reason) {}

  static NodeSetRefs of(Partition partition, List<NodeSet> nodeSets) {
    SortedMap<String, Integer> replicas = new TreeMap<>();
    nodeSets.forEach(set -> replicas.put(set.getMetadata().getName(), SlurmConf.replicas(set)));
    var usable = new ArrayList<String>();
    var ignored = new ArrayList<Ignored>();
    for (String ref : partition.getNodeSetRefs()) {
      Integer count = replicas.get(ref);
      if (count == null) {
        ignored.add(new Ignored(partition.getName(), ref, "NodeSet does not exist"));
      } else if (count <= 0) {
        ignored.add(new Ignored(partition.getName(), ref, "NodeSet has no replicas"));
      } else {
        usable.add(ref);
      }
    }
    return new NodeSetRefs(
        usable,
        ignored,
        usable.isEmpty() && !ignored.isEmpty() ? List.of(partition.getName()) : List.of());
  }

  /** All that is left out of a cluster's partitions. */
  public static NodeSetRefs of(ClusterValues values) {
    var usable = new ArrayList<String>();
    var ignored = new ArrayList<Ignored>();
    var withoutNodes = new ArrayList<String>();
    PartitionConfiguration configuration = values.spec().getPartitionConfiguration();
    if (configuration != null && "structured".equals(configuration.getConfigType())) {
      for (Partition partition : configuration.getPartitions()) {
        if (!on(partition.getIsAll())) {
          NodeSetRefs refs = of(partition, values.nodeSets());
          usable.addAll(refs.usable);
          ignored.addAll(refs.ignored);
          withoutNodes.addAll(refs.withoutNodes);
        }
      }
    }
    return new NodeSetRefs(usable, ignored, withoutNodes);
  }

  /** Whether nothing is left out. */
  public boolean resolved() {
    return ignored.isEmpty();
  }

  /** What is left out, in at most so many bytes; what does not fit is counted. */
  public String message(int limit) {
    var entries = new ArrayList<String>();
    ignored.forEach(
        ref ->
            entries.add(
                "partition \"%s\": nodeSetRef \"%s\" ignored (%s)"
                    .formatted(ref.partition, ref.nodeSet, ref.reason)));
    withoutNodes.forEach(
        name ->
            entries.add(
                "partition \"%s\" has no nodes: none of its nodeSetRefs are usable"
                    .formatted(name)));
    var text = new StringBuilder();
    for (int i = 0; i < entries.size(); i++) {
      String rest = "and " + (entries.size() - i) + " more";
      // Room is kept for the count and both separators, so that the count always fits.
      boolean fits = bytes(text) + 2 + bytes(entries.get(i)) + 2 + rest.length() <= limit;
      text.append(text.isEmpty() ? "" : "; ").append(fits ? entries.get(i) : rest);
      if (!fits) {
        break;
      }
    }
    return text.toString();
  }

  private static int bytes(CharSequence text) {
    return text.toString().getBytes(StandardCharsets.UTF_8).length;
  }
}
