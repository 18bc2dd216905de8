package io.coxswain.node.pod;

import io.coxswain.api.Conditions;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The conditions that a node keeps. Those of others stay as they are. */
final class PodConditions {
  private PodConditions() {}

  /** Expects phase and container statuses to be up to date. */
  static void describe(Pod pod, boolean initialized, String now) {
    PodStatus status = pod.getStatus();
    boolean ended = PodPlan.hasEnded(pod);
    List<String> unready = unready(pod);
    Verdict containersReady;
    if (ended) {
      containersReady =
          "Succeeded".equals(status.getPhase())
              ? Verdict.no("PodCompleted", "")
              : Verdict.no("PodFailed", "");
    } else if (unready.isEmpty()) {
      containersReady = Verdict.yes();
    } else {
      containersReady =
          Verdict.no("ContainersNotReady", "containers with unready status: " + list(unready));
    }
    set(pod, "PodReadyToStartContainers", ended ? Verdict.no("", "") : Verdict.yes(), now);
    set(pod, "Initialized", initialization(status, initialized), now);
    set(pod, "Ready", readiness(pod, containersReady), now);
    set(pod, "ContainersReady", containersReady, now);
    if (Conditions.POD.find(status.getConditions(), "PodScheduled").isEmpty()) {
      set(pod, "PodScheduled", Verdict.yes(), now);
    }
  }

  /** The node has ended the pod. */
  static void preempted(Pod pod, String now) {
    set(
        pod,
        "DisruptionTarget",
        new Verdict(
            "True",
            "TerminationByKubelet",
            "Pod was preempted by Kubelet to accommodate a critical pod."),
        now);
  }

  /** A pod that has ended is not resized any more. */
  static void describeResize(Pod pod, PodResources resources, String now) {
    boolean ended = PodPlan.hasEnded(pod);
    PodCondition pending =
        resources
            .pending()
            .filter(_ -> !ended)
            .map(p -> resize(PodResources.PENDING, p.reason(), p.message(), p.generation(), now))
            .orElse(null);
    replace(pod.getStatus(), PodResources.PENDING, pending);
    PodCondition inProgress =
        resources
            .inProgress()
            .filter(_ -> !ended)
            .map(generation -> resize(PodResources.IN_PROGRESS, "", "", generation, now))
            .orElse(null);
    replace(pod.getStatus(), PodResources.IN_PROGRESS, inProgress);
  }

  /** Unlike with other conditions, a new reason is a transition. */
  private static void replace(PodStatus status, String type, @Nullable PodCondition condition) {
    Optional<PodCondition> old = Conditions.POD.find(status.getConditions(), type);
    if (condition == null) {
      if (old.isPresent()) {
        status.setConditions(Conditions.POD.without(status.getConditions(), type));
      }
      return;
    }
    List<PodCondition> others =
        old.isPresent() && !Objects.equals(old.get().getReason(), condition.getReason())
            ? Conditions.POD.without(status.getConditions(), type)
            : status.getConditions();
    status.setConditions(Conditions.POD.with(others, condition));
  }

  private static PodCondition resize(
      String type, String reason, String message, long generation, String now) {
    return new PodConditionBuilder()
        .withType(type)
        .withStatus("True")
        .withReason(reason.isEmpty() ? null : reason)
        .withMessage(message.isEmpty() ? null : message)
        .withLastTransitionTime(now)
        .withObservedGeneration(generation)
        .build();
  }

  private static Verdict initialization(PodStatus status, boolean initialized) {
    if (initialized) {
      return "Succeeded".equals(status.getPhase())
          ? new Verdict("True", "PodCompleted", "")
          : Verdict.yes();
    }
    List<String> incomplete =
        status.getInitContainerStatuses().stream()
            .filter(s -> !Boolean.TRUE.equals(s.getReady()))
            .map(ContainerStatus::getName)
            .toList();
    return Verdict.no(
        "ContainersNotInitialized", "containers with incomplete status: " + list(incomplete));
  }

  private static Verdict readiness(Pod pod, Verdict containersReady) {
    List<String> missing =
        pod.getSpec().getReadinessGates().stream()
            .map(gate -> gate.getConditionType())
            .filter(type -> !Conditions.POD.isTrue(pod.getStatus().getConditions(), type))
            .toList();
    if (missing.isEmpty() || !containersReady.status().equals("True")) {
      return containersReady;
    }
    return Verdict.no(
        "ReadinessGatesNotReady",
        missing.stream()
            .map(
                type ->
                    "corresponding condition of pod readiness gate \""
                        + type
                        + "\" does not exist.")
            .collect(Collectors.joining(", ")));
  }

  /** Those of the containers that should be running, sidecars first, that are not. */
  private static List<String> unready(Pod pod) {
    Stream<String> sidecars =
        pod.getSpec().getInitContainers().stream()
            .filter(RestartRule::isSidecar)
            .map(Container::getName);
    Stream<String> others = pod.getSpec().getContainers().stream().map(Container::getName);
    PodStatus status = pod.getStatus();
    List<String> ready =
        Stream.concat(
                status.getInitContainerStatuses().stream(), status.getContainerStatuses().stream())
            .filter(s -> Boolean.TRUE.equals(s.getReady()))
            .map(ContainerStatus::getName)
            .toList();
    return Stream.concat(sidecars, others).filter(name -> !ready.contains(name)).toList();
  }

  private static String list(List<String> names) {
    return "[" + String.join(" ", names) + "]";
  }

  private static void set(Pod pod, String type, Verdict verdict, String now) {
    PodStatus status = pod.getStatus();
    PodCondition condition =
        new PodConditionBuilder()
            .withType(type)
            .withStatus(verdict.status())
            .withReason(verdict.reason().isEmpty() ? null : verdict.reason())
            .withMessage(verdict.message().isEmpty() ? null : verdict.message())
            .withLastTransitionTime(now)
            .withObservedGeneration(pod.getMetadata().getGeneration())
            .build();
    status.setConditions(Conditions.POD.with(status.getConditions(), condition));
  }

  private record Verdict(String status, String reason, String message) {
    static Verdict yes() {
      return new Verdict("True", "", "");
    }

    static Verdict no(String reason, String message) {
      return new Verdict("False", reason, message);
    }
  }
}
