package io.coxswain.slurm.cluster;

import static io.coxswain.slurm.values.ClusterValues.text;
import static java.util.Objects.requireNonNullElse;

import io.coxswain.slurm.reconcile.PodStates;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Why a pod of a workload is not ready, in the terms of the pod's status.
 *
 * @param reason a reason that a condition may have, such as {@code CrashLoopBackOff}
 * @param starting whether nothing is wrong yet: the pod is on its way
 */
record WorkloadProblem(String reason, String message, boolean starting) {
  /** Waiting reasons that the containers of every pod have for a while. */
  private static final Set<String> STARTING = Set.of("", "ContainerCreating", "PodInitializing");

  /** What the API server accepts as the reason of a condition. */
  private static final String REASON = "[A-Za-z]([A-Za-z0-9_,:]{0,1022}[A-Za-z0-9_])?";

  /** Reported if the pods give no reason, and by upstream in every case. */
  static final String NOT_AVAILABLE = "NotAvailable";

  /** The most specific problem of these pods; empty if all of them are ready. */
  static Optional<WorkloadProblem> of(List<Pod> pods) {
    List<Pod> unready =
        pods.stream()
            .filter(pod -> !PodStates.isReady(pod) && !"Succeeded".equals(phase(pod)))
            .sorted(Comparator.comparing(pod -> pod.getMetadata().getName()))
            .toList();
    Optional<WorkloadProblem> worst =
        unready.stream()
            .map(WorkloadProblem::of)
            .min(Comparator.comparing(WorkloadProblem::starting)); // the first of equals
    return unready.size() < 2
        ? worst
        : worst.map(
            problem ->
                new WorkloadProblem(
                    problem.reason,
                    problem.message + "; pods that are not ready: " + unready.size(),
                    problem.starting));
  }

  private static WorkloadProblem of(Pod pod) {
    String name = "Pod " + pod.getMetadata().getName() + ": ";
    return unscheduled(name, pod)
        .or(() -> evicted(name, pod))
        .or(() -> failing(name, pod))
        .orElseGet(() -> starting(name, pod));
  }

  private static Optional<WorkloadProblem> unscheduled(String name, Pod pod) {
    return condition(pod, "PodScheduled")
        .filter(condition -> "False".equals(condition.getStatus()))
        .map(
            condition ->
                problem(name, text(condition.getReason()), text(condition.getMessage()), false));
  }

  /** A reason of the pod itself, such as Evicted. */
  private static Optional<WorkloadProblem> evicted(String name, Pod pod) {
    return pod.getStatus() == null || text(pod.getStatus().getReason()).isEmpty()
        ? Optional.empty()
        : Optional.of(
            problem(name, pod.getStatus().getReason(), text(pod.getStatus().getMessage()), false));
  }

  private static Optional<WorkloadProblem> failing(String name, Pod pod) {
    return Stream.concat(PodStates.initContainers(pod).stream(), PodStates.containers(pod).stream())
        .flatMap(status -> failing(name, status).stream())
        .findFirst();
  }

  private static Optional<WorkloadProblem> failing(String name, ContainerStatus status) {
    ContainerState state = status.getState();
    if (state == null) {
      return Optional.empty();
    }
    String container = name + "container " + status.getName() + ": ";
    if (state.getWaiting() != null && !STARTING.contains(text(state.getWaiting().getReason()))) {
      String message = text(state.getWaiting().getMessage());
      ContainerStateTerminated last =
          status.getLastState() == null ? null : status.getLastState().getTerminated();
      return Optional.of(
          problem(
              container,
              state.getWaiting().getReason(),
              last == null ? message : join(message, "last run: " + exit(last)),
              false));
    }
    ContainerStateTerminated ended = state.getTerminated();
    return ended == null || requireNonNullElse(ended.getExitCode(), 0) == 0
        ? Optional.empty()
        : Optional.of(
            problem(container, requireNonNullElse(ended.getReason(), "Error"), exit(ended), false));
  }

  private static String exit(ContainerStateTerminated ended) {
    return join("exit code " + ended.getExitCode(), text(ended.getMessage()).strip());
  }

  private static WorkloadProblem starting(String name, Pod pod) {
    return condition(pod, "Ready")
        .map(ready -> problem(name, text(ready.getReason()), text(ready.getMessage()), true))
        .orElseGet(() -> problem(name, "", "phase " + phase(pod), true));
  }

  private static WorkloadProblem problem(
      String subject, String reason, String message, boolean starting) {
    return new WorkloadProblem(
        reason.matches(REASON) ? reason : NOT_AVAILABLE, subject + join(reason, message), starting);
  }

  private static String join(String one, String other) {
    return one.isEmpty() || other.isEmpty() ? one + other : one + ": " + other;
  }

  private static Optional<PodCondition> condition(Pod pod, String type) {
    return pod.getStatus() == null || pod.getStatus().getConditions() == null
        ? Optional.empty()
        : pod.getStatus().getConditions().stream()
            .filter(condition -> type.equals(condition.getType()))
            .findFirst();
  }

  private static String phase(Pod pod) {
    return pod.getStatus() == null
        ? "Pending"
        : requireNonNullElse(pod.getStatus().getPhase(), "Pending");
  }
}
