package io.coxswain.apiserver.admission.plugins;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.apiserver.json.Meta;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** The labels that a node may set on itself. Any other would let it attract workloads. */
final class NodeLabels {
  private static final String RESTRICTED = "node-restriction.kubernetes.io";
  private static final List<String> RESERVED = List.of("kubernetes.io", "k8s.io");
  private static final List<String> ALLOWED_NAMESPACES =
      List.of("kubelet.kubernetes.io", "node.kubernetes.io");
  private static final Set<String> ALLOWED =
      Set.of(
          "kubernetes.io/hostname",
          "topology.kubernetes.io/zone",
          "topology.kubernetes.io/region",
          "failure-domain.beta.kubernetes.io/zone",
          "failure-domain.beta.kubernetes.io/region",
          "beta.kubernetes.io/instance-type",
          "node.kubernetes.io/instance-type",
          "kubernetes.io/os",
          "kubernetes.io/arch",
          "beta.kubernetes.io/os",
          "beta.kubernetes.io/arch");

  private NodeLabels() {}

  /** The labels, sorted, that a node would change without permission. */
  static List<String> forbiddenChanges(JsonNode before, JsonNode after) {
    var old = Meta.labels(before);
    var now = Meta.labels(after);
    var all = new TreeSet<>(old.keySet());
    all.addAll(now.keySet());
    var forbidden = new ArrayList<String>();
    for (String label : all) {
      if (!Objects.equals(old.get(label), now.get(label)) && isForbidden(label)) {
        forbidden.add(label);
      }
    }
    return forbidden;
  }

  private static boolean isForbidden(String label) {
    int slash = label.indexOf('/');
    String namespace = slash < 0 ? "" : label.substring(0, slash);
    if (isIn(namespace, RESTRICTED)) {
      return true;
    }
    return RESERVED.stream().anyMatch(reserved -> isIn(namespace, reserved))
        && !ALLOWED.contains(label)
        && ALLOWED_NAMESPACES.stream().noneMatch(allowed -> isIn(namespace, allowed));
  }

  private static boolean isIn(String namespace, String domain) {
    return namespace.equals(domain) || namespace.endsWith("." + domain);
  }
}
