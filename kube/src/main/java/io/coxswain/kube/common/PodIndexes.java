package io.coxswain.kube.common;

import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/** Indexes of pods that several controllers share. */
public final class PodIndexes {
  /** Pods by the name of their node. */
  public static final String BY_NODE = "spec.nodeName";

  /** Pods by the PersistentVolumeClaims they use, as {@code namespace/name}. */
  public static final String BY_CLAIM = "pod-pvc-index";

  private PodIndexes() {}

  /** Ensures that the index {@link #BY_NODE} exists. */
  public static void byNode(Manager manager) {
    index(
        manager,
        BY_NODE,
        pod -> {
          String node = pod.getSpec().getNodeName();
          return node == null || node.isEmpty() ? List.of() : List.of(node);
        });
  }

  /** Ensures that the index {@link #BY_CLAIM} exists. */
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
      // Another controller has already added it; the index is shared.
      return;
    }
  }
}
