package io.coxswain.apiserver.kinds;

import java.util.List;

/** The kinds of resource metrics of nodes and pods: computed on request, never stored. */
public final class UsageKinds {
  private static final String GROUP = "metrics.k8s.io";

  private UsageKinds() {}

  public static List<ServedKind> all() {
    return List.of(
        KindBuilder.cluster(GROUP, "v1beta1", "NodeMetrics", "nodes")
            .singular("")
            .verbs("get", "list")
            .build(),
        KindBuilder.namespaced(GROUP, "v1beta1", "PodMetrics", "pods")
            .singular("")
            .verbs("get", "list")
            .build());
  }
}
