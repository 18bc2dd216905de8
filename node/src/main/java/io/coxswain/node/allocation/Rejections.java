package io.coxswain.node.allocation;

import io.coxswain.node.pod.PodPlan;
import io.coxswain.node.pod.PodStatuses;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** The status of pods that their node has not admitted: failed, without a container. */
public final class Rejections {
  private static final String PREFIX = "Pod was rejected: ";

  /** A kubelet sets these conditions, or removes them. */
  private static final Set<String> OWN =
      Set.of(
          "PodScheduled", "Ready", "Initialized", "ContainersReady", "PodReadyToStartContainers");

  private Rejections() {}

  public static PodStatus status(Pod pod, Rejection why, Instant now) {
    PodStatus before = pod.getStatus() == null ? new PodStatus() : pod.getStatus();
    return new PodStatusBuilder(before)
        .withPhase("Failed")
        .withReason(why.reason())
        .withMessage(PREFIX + why.message())
        .withStartTime(PodStatuses.time(now))
        .withObservedGeneration(pod.getMetadata().getGeneration())
        .withConditions(
            before.getConditions().stream().filter(c -> !OWN.contains(c.getType())).toList())
        .build();
  }

  /** Whether its node has rejected the pod, in this run of the program or before. */
  public static boolean isRejected(Pod pod) {
    return PodPlan.hasEnded(pod)
        && pod.getStatus().getMessage() != null
        && pod.getStatus().getMessage().startsWith(PREFIX)
        && List.of(
                pod.getStatus().getContainerStatuses(), pod.getStatus().getInitContainerStatuses())
            .stream()
            .allMatch(List::isEmpty);
  }
}
