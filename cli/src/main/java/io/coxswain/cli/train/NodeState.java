package io.coxswain.cli.train;

import io.coxswain.cli.train.Report.Phase;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The state of a training's pod, for display. */
record NodeState(Phase phase, String detail) {

  /** A short name: the part of the pod's host name after the training's name. */
  static String name(Pod pod, String trainJob) {
    String hostname = pod.getSpec().getHostname();
    String full = hostname == null || hostname.isEmpty() ? pod.getMetadata().getName() : hostname;
    return full.startsWith(trainJob + "-") ? full.substring(trainJob.length() + 1) : full;
  }

  static NodeState of(Pod pod) {
    if (pod.getMetadata().getDeletionTimestamp() != null) {
      return new NodeState(Phase.GONE, "is being stopped");
    }
    String phase = pod.getStatus() == null ? "Pending" : pod.getStatus().getPhase();
    Optional<ContainerStateTerminated> failure = failure(pod);
    return switch (phase) {
      case "Succeeded" -> new NodeState(Phase.SUCCEEDED, "succeeded");
      case "Failed" ->
          new NodeState(Phase.FAILED, failure.map(f -> "failed: " + end(f)).orElse("failed"));
      case "Running" -> running(pod, failure);
      default -> new NodeState(Phase.WAITING, "waits" + waitingFor(pod));
    };
  }

  private static NodeState running(Pod pod, Optional<ContainerStateTerminated> failure) {
    int restarts = statuses(pod).mapToInt(ContainerStatus::getRestartCount).sum();
    boolean waits = statuses(pod).anyMatch(s -> s.getState().getWaiting() != null);
    if (waits) {
      return new NodeState(
          Phase.WAITING, failure.map(f -> end(f) + "; ").orElse("") + "restarting");
    }
    String where = "runs on %s%s".formatted(pod.getSpec().getNodeName(), processes(pod));
    String why = failure.map(f -> " after " + end(f)).orElse("");
    return new NodeState(
        Phase.RUNNING, restarts == 0 ? where : where + ", restart " + restarts + why);
  }

  private static String processes(Pod pod) {
    List<String> ids =
        statuses(pod)
            .filter(s -> s.getState().getRunning() != null && s.getContainerID() != null)
            .map(s -> s.getContainerID().replaceFirst("^process://", ""))
            .toList();
    return ids.isEmpty() ? "" : " as process " + String.join(", ", ids);
  }

  private static String waitingFor(Pod pod) {
    Optional<String> reason =
        statuses(pod)
            .map(ContainerStatus::getState)
            .filter(s -> s != null && s.getWaiting() != null && s.getWaiting().getMessage() != null)
            .map(s -> " (" + s.getWaiting().getReason() + "): " + s.getWaiting().getMessage())
            .findFirst();
    if (reason.isPresent()) {
      return reason.get();
    }
    if (pod.getSpec().getNodeName() != null) {
      return " to be started on " + pod.getSpec().getNodeName();
    }
    return " for a node"
        + pod.getStatus().getConditions().stream()
            .filter(c -> c.getType().equals("PodScheduled") && c.getMessage() != null)
            .map(PodCondition::getMessage)
            .map(message -> ": " + message)
            .findFirst()
            .orElse("");
  }

  /** The last unsuccessful termination of a container. */
  static Optional<ContainerStateTerminated> failure(Pod pod) {
    return statuses(pod)
        .flatMap(
            s ->
                Stream.of(Optional.ofNullable(s.getState()), Optional.ofNullable(s.getLastState())))
        .flatMap(Optional::stream)
        .map(ContainerState::getTerminated)
        .filter(t -> t != null && t.getExitCode() != null && t.getExitCode() != 0)
        .findFirst();
  }

  static String end(ContainerStateTerminated ended) {
    String message = ended.getMessage() == null ? "" : " (" + ended.getMessage() + ")";
    return ended.getReason() + ", exit code " + ended.getExitCode() + message;
  }

  static Stream<ContainerStatus> statuses(Pod pod) {
    return pod.getStatus() == null
        ? Stream.of()
        : Stream.concat(
            pod.getStatus().getInitContainerStatuses().stream(),
            pod.getStatus().getContainerStatuses().stream());
  }
}
