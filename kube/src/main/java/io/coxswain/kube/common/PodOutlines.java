package io.coxswain.kube.common;

import io.coxswain.runtime.client.Outline;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Outlines of pods for controllers that read thousands of them. */
public final class PodOutlines {
  /**
   * Metadata, status, and from the spec the node name and which init containers are sidecars: a
   * quarter of a pod, and sufficient to count and rank pods.
   */
  public static final Outline<Pod> WITHOUT_SPEC = Outline.of(PodOutlines::withoutSpec);

  /** The spec outline of a pod that is not bound to a node. */
  private static final PodSpec NOWHERE = CompactPods.spec();

  private PodOutlines() {}

  private static Pod withoutSpec(Pod whole) {
    var pod = new Pod();
    pod.setMetadata(CompactPods.metadata(whole.getMetadata()));
    pod.setSpec(spec(whole.getSpec()));
    pod.setStatus(whole.getStatus() == null ? null : CompactPods.status(whole.getStatus()));
    pod.setAdditionalProperties(Map.of());
    return pod;
  }

  private static PodSpec spec(@Nullable PodSpec whole) {
    if (whole == null) {
      return NOWHERE;
    }
    List<Container> sidecars = sidecars(whole);
    if (whole.getNodeName() == null && sidecars.isEmpty()) {
      return NOWHERE;
    }
    PodSpec spec = CompactPods.spec();
    spec.setNodeName(whole.getNodeName() == null ? null : whole.getNodeName().intern());
    spec.setInitContainers(sidecars);
    return spec;
  }

  private static List<Container> sidecars(PodSpec spec) {
    if (spec.getInitContainers() == null || spec.getInitContainers().isEmpty()) {
      return List.of();
    }
    return spec.getInitContainers().stream()
        .filter(container -> "Always".equals(container.getRestartPolicy()))
        .map(
            container ->
                new ContainerBuilder()
                    .withName(container.getName())
                    .withRestartPolicy(container.getRestartPolicy())
                    .build())
        .toList();
  }
}
