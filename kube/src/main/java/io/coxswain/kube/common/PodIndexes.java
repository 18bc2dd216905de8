package io.coxswain.kube.common;

import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/** Indexes of pods that more than one controller looks things up by. */
public final class PodIndexes {
  /** The pods that are bound to a node, by its name. */
  public static final String BY_NODE = "spec.nodeName";

  /** The pods that use a claim, by its namespace and name with a slash between them. */
  public static final String BY_CLAIM = "pod-pvc-index";

  private PodIndexes() {}

  /** Sees that lists of pods can be narrowed by {@link #BY_NODE}. */
  public static void byNode(Manager manager) {
    index(
        manager,
        BY_NODE,
        pod -> {
          String node = pod.getSpec().getNodeName();
          return node == null || node.isEmpty() ? List.of() : List.of(node);
        });
  }

  /** Sees that lists of pods can be narrowed by {@link #BY_CLAIM}. */
  public static void byClaim(Manager manager) {
    index(
        manager,
        BY_CLAIM,
        pod ->
            VolumeClaims.usedBy(pod).stream()
                .map(name -> pod.getMetadata().getNamespace() + "/" + name)
                .toList());
  }

  private static void index(
      Manager manager, String name, Function<Pod, Collection<String>> values) {
    try {
      manager.index(Pod.class, name, values);
    } catch (IllegalArgumentException e) {
      // Another controller asked for it before: the one index serves both.
      return;
    }
  }
}
