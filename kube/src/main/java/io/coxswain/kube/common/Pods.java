package io.coxswain.kube.common;

import io.coxswain.api.Timestamps;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Predicates and getters for pods. */
public final class Pods {
  private Pods() {}

  /** The phase; empty if it is not set. */
  public static String phase(Pod pod) {
    return pod.getStatus() == null || pod.getStatus().getPhase() == null
        ? ""
        : pod.getStatus().getPhase();
  }

  /** Whether the pod has succeeded or failed. */
  public static boolean isTerminal(Pod pod) {
    return phase(pod).equals("Succeeded") || phase(pod).equals("Failed");
  }

  public static boolean isDeleting(Pod pod) {
    return pod.getMetadata().getDeletionTimestamp() != null;
  }

  /** Whether the pod is neither finished nor terminating. */
  public static boolean isActive(Pod pod) {
    return !isTerminal(pod) && !isDeleting(pod);
  }

  /** Whether the pod is terminating and not finished. */
  public static boolean isTerminating(Pod pod) {
    return !isTerminal(pod) && isDeleting(pod);
  }

  /** The node the pod is bound to; empty if it is not bound. */
  public static String node(Pod pod) {
    return pod.getSpec() == null || pod.getSpec().getNodeName() == null
        ? ""
        : pod.getSpec().getNodeName();
  }

  public static boolean isAssigned(Pod pod) {
    return !node(pod).isEmpty();
  }

  public static List<PodCondition> conditions(Pod pod) {
    return pod.getStatus() == null || pod.getStatus().getConditions() == null
        ? List.of()
        : pod.getStatus().getConditions();
  }

  public static Optional<PodCondition> condition(Pod pod, String type) {
    return conditions(pod).stream().filter(c -> type.equals(c.getType())).findFirst();
  }

  public static boolean isReady(Pod pod) {
    return condition(pod, "Ready").filter(c -> "True".equals(c.getStatus())).isPresent();
  }

  /** When the condition {@code Ready} last changed, if known. */
  public static Optional<Instant> readySince(Pod pod) {
    return condition(pod, "Ready").flatMap(c -> Timestamps.parse(c.getLastTransitionTime()));
  }

  /** Whether the pod has been ready for the given time. */
  public static boolean isAvailable(Pod pod, @Nullable Integer minReadySeconds, Instant now) {
    if (!isReady(pod)) {
      return false;
    }
    int least = minReadySeconds == null ? 0 : minReadySeconds;
    return least == 0
        || readySince(pod).filter(since -> !since.plusSeconds(least).isAfter(now)).isPresent();
  }

  /** Time until a ready pod counts as available; empty if time alone changes nothing. */
  public static Optional<Duration> untilAvailable(
      Pod pod, @Nullable Integer minReadySeconds, Instant now) {
    if (!isReady(pod) || minReadySeconds == null || minReadySeconds <= 0) {
      return Optional.empty();
    }
    return readySince(pod)
        .map(since -> Duration.between(now, since.plusSeconds(minReadySeconds)))
        .filter(Duration::isPositive);
  }

  public static Instant created(Pod pod) {
    return Timestamps.parse(pod.getMetadata().getCreationTimestamp()).orElse(Instant.EPOCH);
  }

  public static List<ContainerStatus> containers(Pod pod) {
    return pod.getStatus() == null || pod.getStatus().getContainerStatuses() == null
        ? List.of()
        : pod.getStatus().getContainerStatuses();
  }

  public static List<ContainerStatus> initContainers(Pod pod) {
    return pod.getStatus() == null || pod.getStatus().getInitContainerStatuses() == null
        ? List.of()
        : pod.getStatus().getInitContainerStatuses();
  }

  /** Restartable init containers, which keep running. */
  public static List<ContainerStatus> sidecars(Pod pod) {
    if (pod.getSpec() == null || pod.getSpec().getInitContainers() == null) {
      return List.of();
    }
    Set<String> names =
        pod.getSpec().getInitContainers().stream()
            .filter(c -> "Always".equals(c.getRestartPolicy()))
            .map(Container::getName)
            .collect(Collectors.toUnmodifiableSet());
    return initContainers(pod).stream().filter(s -> names.contains(s.getName())).toList();
  }

  public static int restarts(ContainerStatus status) {
    return status.getRestartCount() == null ? 0 : status.getRestartCount();
  }

  /** The highest restart count of all containers. */
  public static int mostRestarts(List<ContainerStatus> statuses) {
    return statuses.stream().mapToInt(Pods::restarts).max().orElse(0);
  }
}
