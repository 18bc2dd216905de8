package io.coxswain.node.allocation;

import io.coxswain.node.fit.Amounts;
import io.coxswain.node.registry.NodeProfile;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Taint;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What decides which pods a node admits.
 *
 * @param operatingSystem in Go's words
 */
public record NodeFacts(
    String name,
    Map<String, String> labels,
    List<Taint> taints,
    Amounts allocatable,
    String operatingSystem) {

  public NodeFacts {
    taints = List.copyOf(taints);
  }

  public static NodeFacts of(Node node, NodeProfile profile) {
    return new NodeFacts(
        node.getMetadata().getName(),
        node.getMetadata().getLabels() == null
            ? Map.of()
            : new TreeMap<>(node.getMetadata().getLabels()),
        node.getSpec().getTaints(),
        Amounts.of(profile.capacity()),
        profile.operatingSystem());
  }
}
