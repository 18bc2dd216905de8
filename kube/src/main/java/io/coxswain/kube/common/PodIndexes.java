package io.coxswain.kube.common;

import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;

/** Indexes of pods that more than one controller looks things up by. */
public final class PodIndexes {
  /** The pods that are bound to a node, by its name. */
  public static final String BY_NODE = "spec.nodeName";

  private PodIndexes() {}

  /** Sees that lists of pods can be narrowed by {@link #BY_NODE}. */
  public static void byNode(Manager manager) {
    try {
      manager.index(
          Pod.class,
          BY_NODE,
          pod -> {
            String node = pod.getSpec().getNodeName();
            return node == null || node.isEmpty() ? List.of() : List.of(node);
          });
    } catch (IllegalArgumentException e) {
      // Another controller asked for it before: the one index serves both.
      return;
    }
  }
}
