package io.coxswain.kube.job;

import io.coxswain.api.Seconds;
import io.coxswain.api.Timestamps;
import io.coxswain.kube.common.Finalizers;
import io.coxswain.kube.common.Pods;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A pod of a Job. */
record JobPod(Pod pod) {
  /** The index of a pod without a valid index. */
  static final int NO_INDEX = -1;

  String uid() {
    return pod.getMetadata().getUid();
  }

  String name() {
    return pod.getMetadata().getName();
  }

  String phase() {
    return Pods.phase(pod);
  }

  boolean succeeded() {
    return phase().equals("Succeeded");
  }

  boolean failedPhase() {
    return phase().equals("Failed");
  }

  boolean terminal() {
    return Pods.isTerminal(pod);
  }

  boolean deleting() {
    return Pods.isDeleting(pod);
  }

  boolean active() {
    return Pods.isActive(pod);
  }

  boolean terminating() {
    return Pods.isTerminating(pod);
  }

  /** Whether the pod may not be counted in the Job's status yet. */
  boolean tracked() {
    return Finalizers.has(pod, JobNames.TRACKING_FINALIZER);
  }

  boolean ready() {
    return Pods.isReady(pod);
  }

  Optional<PodCondition> condition(String type) {
    return conditions().stream().filter(c -> type.equals(c.getType())).findFirst();
  }

  List<PodCondition> conditions() {
    return Pods.conditions(pod);
  }

  int index() {
    int index = number(JobNames.COMPLETION_INDEX, NO_INDEX);
    return index < 0 ? NO_INDEX : index;
  }

  /** Counted failures of this index before this pod. */
  int countedFailures() {
    return number(JobNames.INDEX_FAILURES, 0);
  }

  /** Ignored failures of this index before this pod. */
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
    return Pods.containers(pod);
  }

  List<ContainerStatus> initContainers() {
    return Pods.initContainers(pod);
  }

  int restarts() {
    return sum(containers()) + sum(initContainers());
  }

  private static int sum(List<ContainerStatus> statuses) {
    return statuses.stream().mapToInt(Pods::restarts).sum();
  }

  Instant created() {
    return Pods.created(pod);
  }

  /**
   * When the pod finished, from the best available source: containers, readiness, deletion or
   * creation.
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
    statuses.addAll(Pods.sidecars(pod));
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
        .map(t -> t.minus(Seconds.of(grace == null ? 0 : grace)));
  }
}
