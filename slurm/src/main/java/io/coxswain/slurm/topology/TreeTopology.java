package io.coxswain.slurm.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Switches and what hangs under them, as {@code topology/tree} wants it. Each network has a switch
 * of its name on top; networks stay unconnected, so no job spans two of them.
 */
final class TreeTopology {
  private final SortedMap<String, SortedSet<String>> children = new TreeMap<>();
  private final SortedMap<String, SortedSet<String>> tops = new TreeMap<>();

  private TreeTopology() {}

  /** The text of the file, ending with a line end. */
  static String text(TopologyInputs places) {
    var tree = new TreeTopology();
    tree.hang(places);
    return String.join("\n", tree.lines()) + "\n";
  }

  private void hang(TopologyInputs places) {
    var placed = new TreeSet<String>();
    places
        .labels()
        .forEach(
            (node, labels) ->
                path(labels)
                    .ifPresent(
                        path -> {
                          for (String pod : places.pods().getOrDefault(node, List.of())) {
                            placed.add(pod);
                            hang(path, pod, places.fabric(pod));
                          }
                        }));
    for (String node : places.nodes()) {
      if (!placed.contains(node)) {
        String fabric = places.fabric(node);
        hang(List.of(TopologyInputs.unknown(fabric)), node, fabric);
      }
    }
    connectFabrics();
  }

  /** The switches from the node up; empty where one is missing in between. */
  private static Optional<List<String>> path(SortedMap<String, String> labels) {
    long tiers =
        labels.keySet().stream().filter(k -> k.startsWith("tier-") && !k.equals("tier-0")).count();
    var path = new ArrayList<String>();
    for (int tier = 1; tier <= tiers; tier++) {
      String name = labels.getOrDefault("tier-" + tier, "");
      if (name.isEmpty()) {
        return Optional.empty();
      }
      path.add(name);
    }
    return path.isEmpty() ? Optional.empty() : Optional.of(path);
  }

  private void hang(List<String> path, String node, String fabric) {
    String below = node;
    for (String name : path) {
      connect(name, below);
      below = name;
    }
    tops.computeIfAbsent(fabric, f -> new TreeSet<>()).add(below);
  }

  private void connect(String parent, String child) {
    children.computeIfAbsent(parent, p -> new TreeSet<>()).add(child);
  }

  /** A switch at the top of one path may be in the middle of another: that one has a parent. */
  private void connectFabrics() {
    var haveParent = new TreeSet<String>();
    children.values().forEach(haveParent::addAll);
    tops.forEach(
        (fabric, switches) ->
            switches.stream()
                .filter(name -> !haveParent.contains(name))
                .forEach(name -> connect(fabric, name)));
  }

  private List<String> lines() {
    var lines = new ArrayList<String>();
    children.forEach(
        (parent, below) -> {
          boolean switches = below.stream().anyMatch(name -> children.containsKey(name));
          String list =
              switches
                  ? HostRanges.merge(below.stream().map(SafeNames::of).toList())
                  : String.join(",", below);
          lines.add(
              "SwitchName=%s %s=%s"
                  .formatted(SafeNames.of(parent), switches ? "Switches" : "Nodes", list));
        });
    lines.sort(null);
    return lines;
  }
}
