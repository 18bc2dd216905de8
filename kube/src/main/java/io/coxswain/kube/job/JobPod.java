package io.coxswain.kube.job;

import io.coxswain.kube.common.Finalizers;
import io.coxswain.kube.common.Timestamps;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What the Job controller asks of one of its pods. */
record JobPod(Pod pod) {
  /** The index of a pod that has none, or one that cannot be read. */
  static final int NO_INDEX = -1;

  String uid() {
    return pod.getMetadata().getUid();
  }

  String name() {
    return pod.getMetadata().getName();
  }

  String phase() {
    return pod.getStatus() == null || pod.getStatus().getPhase() == null
        ? ""
        : pod.getStatus().getPhase();
  }

  boolean succeeded() {
    return phase().equals("Succeeded");
  }

  boolean failedPhase() {
    return phase().equals("Failed");
  }

  boolean terminal() {
    return succeeded() || failedPhase();
  }

  boolean deleting() {
    return pod.getMetadata().getDeletionTimestamp() != null;
  }

  boolean active() {
    return !terminal() && !deleting();
  }

  boolean terminating() {
    return !terminal() && deleting();
  }

  boolean assigned() {
    return pod.getSpec() != null
        && pod.getSpec().getNodeName() != null
        && !pod.getSpec().getNodeName().isEmpty();
  }

  /** Not counted yet: its outcome is not in the Job's status, or not for sure. */
  boolean tracked() {
    return Finalizers.has(pod, JobNames.TRACKING_FINALIZER);
  }

  boolean ready() {
    return condition("Ready").filter(c -> "True".equals(c.getStatus())).isPresent();
  }

  Optional<PodCondition> condition(String type) {
    return conditions().stream().filter(c -> type.equals(c.getType())).findFirst();
  }

  List<PodCondition> conditions() {
    return pod.getStatus() == null || pod.getStatus().getConditions() == null
        ? List.of()
        : pod.getStatus().getConditions();
  }

  int index() {
    int index = number(JobNames.COMPLETION_INDEX, NO_INDEX);
    return index < 0 ? NO_INDEX : index;
  }

  /** How often this index had failed, by the rules, before this pod. */
  int countedFailures() {
    return number(JobNames.INDEX_FAILURES, 0);
  }

  /** How often this index had failed without counting before this pod. */
  int ignoredFailures() {
    return number(JobNames.INDEX_IGNORED_FAILURES, 0);
  }

  int allFailures() {
    return countedFailures() + ignoredFailures();
  }

  private int number(String annotation, int otherwise) {
    Map<String, String> annotations = pod.getMetadata().getAnnotations();
    if (annotations == null || !annotations.containsKey(annotation)) {
      return otherwise;
    }
    try {
      return Math.max(Integer.parseInt(annotations.get(annotation)), Math.min(otherwise, 0));
    } catch (NumberFormatException e) {
      return otherwise;
    }
  }

  List<ContainerStatus> containers() {
    return pod.getStatus() == null || pod.getStatus().getContainerStatuses() == null
        ? List.of()
        : pod.getStatus().getContainerStatuses();
  }

  List<ContainerStatus> initContainers() {
    return pod.getStatus() == null || pod.getStatus().getInitContainerStatuses() == null
        ? List.of()
        : pod.getStatus().getInitContainerStatuses();
  }

  private List<ContainerStatus> sidecars() {
    if (pod.getSpec() == null || pod.getSpec().getInitContainers() == null) {
      return List.of();
    }
    Set<String> names =
        pod.getSpec().getInitContainers().stream()
            .filter(c -> "Always".equals(c.getRestartPolicy()))
            .map(Container::getName)
            .collect(Collectors.toUnmodifiableSet());
    return initContainers().stream().filter(s -> names.contains(s.getName())).toList();
  }

  int restarts() {
    return sum(containers()) + sum(initContainers());
  }

  private static int sum(List<ContainerStatus> statuses) {
    return statuses.stream().mapToInt(JobPod::restarts).sum();
  }

  int mostContainerRestarts() {
    return containers().stream().mapToInt(JobPod::restarts).max().orElse(0);
  }

  int mostSidecarRestarts() {
    return sidecars().stream().mapToInt(JobPod::restarts).max().orElse(0);
  }

  private static int restarts(ContainerStatus status) {
    return status.getRestartCount() == null ? 0 : status.getRestartCount();
  }

  Instant created() {
    return Timestamps.parse(pod.getMetadata().getCreationTimestamp()).orElse(Instant.EPOCH);
  }

  Optional<Instant> readySince() {
    return condition("Ready").flatMap(c -> Timestamps.parse(c.getLastTransitionTime()));
  }

  /**
   * When it ended, by the best witness: its containers, its readiness, its deletion, its creation.
   */
  Instant finishedAt() {
    return lastContainerEnd()
        .or(
            () ->
                condition("Ready")
                    .filter(c -> "False".equals(c.getStatus()))
                    .flatMap(c -> Timestamps.parse(c.getLastTransitionTime())))
        .or(this::deletionAsked)
        .orElseGet(this::created);
  }

  private Optional<Instant> lastContainerEnd() {
    var statuses = new ArrayList<>(containers());
    statuses.addAll(sidecars());
    Instant last = Instant.MIN;
    for (ContainerStatus status : statuses) {
      ContainerState state = status.getState();
      Optional<Instant> end =
          state == null || state.getTerminated() == null
              ? Optional.empty()
              : Timestamps.parse(state.getTerminated().getFinishedAt());
      if (end.isEmpty()) {
        return Optional.empty();
      }
      last = end.get().isAfter(last) ? end.get() : last;
    }
    return statuses.isEmpty() ? Optional.empty() : Optional.of(last);
  }

  private Optional<Instant> deletionAsked() {
    Long grace = pod.getMetadata().getDeletionGracePeriodSeconds();
    return Timestamps.parse(pod.getMetadata().getDeletionTimestamp())
        .map(t -> t.minus(Duration.ofSeconds(grace == null ? 0 : grace)));
  }
}
