package io.coxswain.kube.podgc;

import io.coxswain.kube.common.Pods;
import io.coxswain.kube.common.Taints;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Decides which pods to delete; pure. */
final class PodGarbage {
  private static final String OUT_OF_SERVICE = "node.kubernetes.io/out-of-service";
  private static final List<String> GOING_ON = List.of("Pending", "Running", "Unknown");

  /** Evicted pods come first. */
  private static final Comparator<Pod> FIRST_TO_GO =
      Comparator.comparing((Pod pod) -> !isEvicted(pod))
          .thenComparing(Pods::created)
          .thenComparing(pod -> pod.getMetadata().getNamespace())
          .thenComparing(pod -> pod.getMetadata().getName());

  private PodGarbage() {}

  /** Any phase except Pending, Running and Unknown. */
  static boolean isEnded(Pod pod) {
    return !GOING_ON.contains(Pods.phase(pod));
  }

  private static boolean isEvicted(Pod pod) {
    return pod.getStatus() != null
        && Pods.phase(pod).equals("Failed")
        && "Evicted".equals(pod.getStatus().getReason());
  }

  /** Terminated pods beyond the threshold. */
  static List<Pod> tooMany(List<Pod> ended, int mayStay) {
    return ended.stream().sorted(FIRST_TO_GO).limit(Math.max(0, ended.size() - mayStay)).toList();
  }

  /** Terminating pods without a node, which no kubelet can stop. */
  static List<Pod> stuck(List<Pod> deleting, Function<String, Optional<Node>> nodes) {
    return deleting.stream()
        .filter(
            pod ->
                Pods.isAssigned(pod)
                    ? nodes.apply(Pods.node(pod)).filter(PodGarbage::isOutOfService).isPresent()
                    : true)
        .sorted(FIRST_TO_GO)
        .toList();
  }

  private static boolean isOutOfService(Node node) {
    boolean ready =
        node.getStatus() != null
            && node.getStatus().getConditions() != null
            && node.getStatus().getConditions().stream()
                .anyMatch(c -> "Ready".equals(c.getType()) && "True".equals(c.getStatus()));
    return !ready && Taints.of(node).stream().anyMatch(t -> OUT_OF_SERVICE.equals(t.getKey()));
  }
}
