package io.coxswain.slurm.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Blocks of nodes, as {@code topology/block} wants them. A block is what tier 0 names. */
final class BlockTopology {
  private BlockTopology() {}

  /** The text of the file, ending with a line end. */
  static String text(TopologyInputs places, int blockSize) {
    SortedMap<String, List<String>> blocks = new TreeMap<>();
    var placed = new TreeSet<String>();
    places
        .labels()
        .forEach(
            (node, labels) -> {
              String block = labels.get("tier-0");
              if (block != null) {
                for (String pod : places.pods().getOrDefault(node, List.of())) {
                  placed.add(pod);
                  blocks.computeIfAbsent(block, b -> new ArrayList<>()).add(pod);
                }
              }
            });
    for (String node : places.nodes()) {
      if (!placed.contains(node)) {
        blocks
            .computeIfAbsent(TopologyInputs.unknown(places.fabric(node)), b -> new ArrayList<>())
            .add(node);
      }
    }
    List<String> lines =
        new ArrayList<>(
            blocks.entrySet().stream()
                .map(
                    block ->
                        "BlockName=%s Nodes=%s"
                            .formatted(
                                SafeNames.of(block.getKey()), HostRanges.merge(block.getValue())))
                .sorted()
                .toList());
    return String.join("\n", lines) + "\nBlockSizes=" + blockSize + "\n";
  }
}
