package io.coxswain.kube.common;

import io.coxswain.runtime.client.Outline;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.List;

/** Pods as those see them who have thousands. */
public final class PodOutlines {
  /**
   * Metadata and status, and of the spec the node and which init containers are sidecars. A quarter
   * of a pod, and all that counting, ranking and judging pods takes.
   */
  public static final Outline<Pod> WITHOUT_SPEC = Outline.of(PodOutlines::withoutSpec);

  private PodOutlines() {}

  private static Pod withoutSpec(Pod whole) {
    var spec = new PodSpec();
    if (whole.getSpec() != null) {
      spec.setNodeName(whole.getSpec().getNodeName());
      spec.setInitContainers(sidecars(whole.getSpec()));
    }
    var pod = new Pod();
    pod.setMetadata(whole.getMetadata());
    pod.setSpec(spec);
    pod.setStatus(whole.getStatus());
    return pod;
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
