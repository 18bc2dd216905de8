package io.coxswain.slurm.topology;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import io.coxswain.api.Json;
import io.fabric8.kubernetes.api.model.Node;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The locations of Kubernetes nodes, as in the ConfigMap {@code topology-node-labels}. */
final class NodeLabels {
  static final String CONFIG_MAP = "topology-node-labels";

  private NodeLabels() {}

  /** The location labels of a node, by the part after the slash. */
  static SortedMap<String, String> tiers(Node node, String prefix) {
    var tiers = new TreeMap<String, String>();
    Map<String, String> labels = node.getMetadata().getLabels();
    if (labels != null) {
      labels.forEach(
          (key, value) -> {
            if (key.contains(prefix + "/tier-")) {
              tiers.put(key.substring(key.lastIndexOf('/') + 1), value);
            }
          });
    }
    return tiers;
  }

  /** The content of the ConfigMap: a compact JSON object for each node with a location. */
  static SortedMap<String, String> data(Collection<Node> nodes, String prefix) {
    var data = new TreeMap<String, String>();
    for (Node node : nodes) {
      SortedMap<String, String> tiers = tiers(node, prefix);
      if (tiers.containsKey("tier-0") || tiers.containsKey("tier-1")) {
        data.put(
            node.getMetadata().getName(), new String(Json.bytes(tiers), StandardCharsets.UTF_8));
      }
    }
    return data;
  }

  /**
   * @throws IllegalArgumentException naming the node whose entry cannot be read
   */
  static SortedMap<String, SortedMap<String, String>> read(Map<String, String> data) {
    var labels = new TreeMap<String, SortedMap<String, String>>();
    data.forEach(
        (node, text) -> {
          try {
            labels.put(
                node, Json.MAPPER.readValue(text, new TypeReference<TreeMap<String, String>>() {}));
          } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                "parse topology labels for node %s: %s".formatted(node, e.getOriginalMessage()), e);
          }
        });
    return labels;
  }
}
