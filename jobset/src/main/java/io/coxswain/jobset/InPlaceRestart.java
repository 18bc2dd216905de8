package io.coxswain.jobset;

import static java.util.Objects.requireNonNullElse;

import io.coxswain.api.jobset.JobSetStatus;
import io.coxswain.api.jobset.ReplicatedJob;
import io.coxswain.jobset.label.Keys;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Restarts containers inside their pods (gate InPlaceRestart). An agent in each pod announces its
 * current attempt; the status contains the attempts that have ended, and the one that all pods have
 * reached.
 */
final class InPlaceRestart {
  private InPlaceRestart() {}

  static void apply(DesiredJobSet wanted, List<Pod> pods, StatusDraft draft) {
    JobSetStatus status = draft.status();
    List<Integer> attempts = attempts(pods);
    int newest = attempts.stream().max(Integer::compare).orElse(0);
    int uncounted = status.getRestarts() - status.getRestartsCountTowardsMax();
    if (containerRestarts(pods) > wanted.maxRestarts()
        || newest - uncounted > wanted.maxRestarts()) {
      draft.failed("ReachedMaxRestarts", "jobset failed due to reaching max number of restarts");
      return;
    }
    if (attempts.size() == expectedPods(wanted) && attempts.stream().distinct().count() == 1) {
      draft.inPlaceAttempts(
          Optional.empty(),
          Optional.of(newest)
              .filter(n -> !Objects.equals(n, status.getCurrentInPlaceRestartAttempt())));
      return;
    }
    if (newest > 0
        && newest - 1 > requireNonNullElse(status.getPreviousInPlaceRestartAttempt(), -1)) {
      draft.inPlaceAttempts(Optional.of(newest - 1), Optional.empty());
    }
  }

  private static int containerRestarts(List<Pod> pods) {
    return pods.stream()
        .filter(pod -> pod.getStatus() != null)
        .flatMap(
            pod ->
                Stream.of(
                    pod.getStatus().getContainerStatuses(),
                    pod.getStatus().getInitContainerStatuses()))
        .flatMap(List::stream)
        .map(ContainerStatus::getRestartCount)
        .mapToInt(count -> requireNonNullElse(count, 0))
        .max()
        .orElse(0);
  }

  private static List<Integer> attempts(List<Pod> pods) {
    var attempts = new ArrayList<Integer>();
    for (Pod pod : pods) {
      Map<String, String> annotations =
          requireNonNullElse(pod.getMetadata().getAnnotations(), Map.of());
      String attempt = annotations.get(Keys.IN_PLACE_RESTART_ATTEMPT);
      boolean failed = pod.getStatus() != null && "Failed".equals(pod.getStatus().getPhase());
      if (attempt != null && !failed) {
        attempts.add(nonNegative(attempt));
      }
    }
    return attempts;
  }

  private static int nonNegative(String text) {
    try {
      int number = Integer.parseInt(text);
      if (number >= 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw invalidAttempt(e);
    }
    throw invalidAttempt(null);
  }

  private static IllegalStateException invalidAttempt(@Nullable Exception cause) {
    return new IllegalStateException(
        "invalid value for annotation "
            + Keys.IN_PLACE_RESTART_ATTEMPT
            + ", must be non-negative integer",
        cause);
  }

  private static int expectedPods(DesiredJobSet wanted) {
    int pods = 0;
    for (ReplicatedJob replicated : wanted.replicatedJobs()) {
      JobSpec job = replicated.getTemplate().getSpec();
      if (job.getParallelism() == null || !job.getParallelism().equals(job.getCompletions())) {
        throw new IllegalStateException(
            "in-place restart needs completions equal to parallelism in replicatedJob "
                + replicated.getName());
      }
      pods += DesiredJobSet.replicas(replicated) * job.getParallelism();
    }
    return pods;
  }
}
