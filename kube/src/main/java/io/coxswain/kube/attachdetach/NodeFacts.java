package io.coxswain.kube.attachdetach;

import io.coxswain.api.Conditions;
import io.coxswain.kube.attachdetach.NodeVolumes.Facts;
import io.coxswain.kube.common.Taints;
import io.fabric8.kubernetes.api.model.Node;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** Reads what matters here from a Node. */
final class NodeFacts {
  private static final String MANAGED = "volumes.kubernetes.io/controller-managed-attach-detach";
  private static final String OUT_OF_SERVICE = "node.kubernetes.io/out-of-service";

  private NodeFacts() {}

  static Facts of(Node node) {
    return new Facts(
        true,
        node.getMetadata().getAnnotations() != null
            && node.getMetadata().getAnnotations().containsKey(MANAGED),
        isReady(node),
        Taints.of(node).stream().anyMatch(taint -> OUT_OF_SERVICE.equals(taint.getKey())),
        AttachmentIndexes.reported(node),
        Optional.of(inUse(node)));
  }

  /**
   * A node that does not exist.
   *
   * @param inUse what it used when it was deleted; empty if unknown
   */
  static Facts deleted(Optional<SortedSet<String>> inUse) {
    return new Facts(false, false, false, false, new TreeSet<>(), inUse);
  }

  static SortedSet<String> inUse(Node node) {
    var names = new TreeSet<String>();
    if (node.getStatus() != null && node.getStatus().getVolumesInUse() != null) {
      names.addAll(node.getStatus().getVolumesInUse());
    }
    return names;
  }

  private static boolean isReady(Node node) {
    return node.getStatus() != null
        && Conditions.NODE
            .find(node.getStatus().getConditions(), "Ready")
            .filter(condition -> "True".equals(condition.getStatus()))
            .isPresent();
  }
}
