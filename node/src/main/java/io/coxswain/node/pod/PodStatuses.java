package io.coxswain.node.pod;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.Timestamps;
import io.coxswain.node.pod.ContainerLife.Blocked;
import io.coxswain.node.pod.ContainerLife.Exited;
import io.coxswain.node.pod.ContainerLife.NotStarted;
import io.coxswain.node.pod.ContainerLife.Running;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.HostIP;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodIP;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.time.Instant;
import java.util.List;

/** Computes the status of a pod. */
public final class PodStatuses {
  private PodStatuses() {}

  /** The desired status of the pod; the pod is not modified. */
  public static PodStatus of(Pod pod, PodLife life, String hostIp, String podIp, Instant now) {
    // Of the copy only the status is edited.
    var copy = new Pod(pod.getApiVersion(), pod.getKind(), pod.getMetadata(), pod.getSpec(), null);
    if (pod.getStatus() != null) {
      copy.setStatus(new PodStatusBuilder(pod.getStatus()).build());
    }
    describe(copy, life, hostIp, podIp, now);
    return copy.getStatus();
  }

  /** Updates the status of the pod to the current state. */
  public static void describe(Pod pod, PodLife life, String hostIp, String podIp, Instant now) {
    PodStatus status = pod.getStatus() == null ? new PodStatus() : pod.getStatus();
    pod.setStatus(status);
    status.setObservedGeneration(pod.getMetadata().getGeneration());
    if (status.getStartTime() == null) {
      status.setStartTime(time(now));
    }
    status.setHostIP(hostIp);
    status.setHostIPs(List.of(new HostIP(hostIp)));
    status.setPodIP(podIp);
    status.setPodIPs(List.of(new PodIP(podIp)));
    boolean initialized = PodPhase.isInitialized(pod, life);
    if (!PodPlan.hasEnded(pod)) {
      status.setPhase(PodPhase.of(pod, life));
      life.condemned()
          .filter(_ -> PodPlan.hasEnded(pod))
          .ifPresent(
              why -> {
                status.setReason(why.reason());
                status.setMessage(why.message());
                if (why.reason().equals(PodLife.PREEMPTED)) {
                  PodConditions.preempted(pod, time(now));
                }
              });
    }
    status.setInitContainerStatuses(
        pod.getSpec().getInitContainers().stream()
            .map(c -> describe(pod, c, life, true, initialized))
            .toList());
    status.setContainerStatuses(
        pod.getSpec().getContainers().stream()
            .map(c -> describe(pod, c, life, false, initialized))
            .toList());
    if (!pod.getSpec().getEphemeralContainers().isEmpty()) {
      status.setEphemeralContainerStatuses(
          PodLife.ephemeralContainersOf(pod)
              .map(c -> describe(pod, c, life, false, true))
              .toList());
    }
    PodConditions.describe(pod, initialized, time(now));
    PodConditions.describeResize(pod, life.resources(), time(now));
  }

  private static ContainerStatus describe(
      Pod pod, Container container, PodLife all, boolean init, boolean initialized) {
    ContainerLife life = all.container(container.getName());
    ContainerState state = state(pod, container, life, init, initialized);
    var status =
        new ContainerStatusBuilder()
            .withName(container.getName())
            .withImage(container.getImage())
            .withImageID(container.getImage())
            .withRestartCount(life.restarts())
            .withState(state)
            // As the server stores it: a status without it would always differ from the stored one.
            .withLastState(new ContainerState())
            .withReady(isReady(container, life, init))
            .withStarted(life.isStarted());
    if (state.getWaiting() != null && life.state() instanceof Exited ended) {
      status.withLastState(terminated(ended));
    } else {
      life.last().ifPresent(last -> status.withLastState(terminated(last)));
    }
    switch (life.state()) {
      case Running running -> status.withContainerID(running.id());
      case Exited ended -> status.withContainerID(ended.id());
      case NotStarted _, Blocked _ -> {}
    }
    if (life.state() instanceof Running
        || life.state() instanceof Exited
        || life.last().isPresent()) {
      describeResources(status, container, life, all.resources());
    }
    return status.build();
  }

  /** A running container has its actual resources; one that has ended, those of its next run. */
  private static void describeResources(
      ContainerStatusBuilder status,
      Container container,
      ContainerLife life,
      PodResources resources) {
    ResourceRequirements own =
        container.getResources() == null ? new ResourceRequirements() : container.getResources();
    ResourceRequirements allocated = resources.allocated().getOrDefault(container.getName(), own);
    ResourceRequirements actual =
        life.isRunning()
            ? resources.actual().getOrDefault(container.getName(), allocated)
            : allocated;
    status.withResources(actual).withAllocatedResources(allocated.getRequests());
  }

  /** A sidecar is ready while it runs; another init container once it has succeeded. */
  private static boolean isReady(Container container, ContainerLife life, boolean init) {
    return (init && !RestartRule.isSidecar(container))
        ? life.state() instanceof Exited ended && ended.succeeded()
        : life.isReady();
  }

  private static ContainerState state(
      Pod pod, Container container, ContainerLife life, boolean init, boolean initialized) {
    return switch (life.state()) {
      case NotStarted _ ->
          waiting((init || !initialized) ? "PodInitializing" : "ContainerCreating", "");
      case Blocked blocked -> waiting(blocked.reason(), blocked.message());
      case Running running ->
          new ContainerStateBuilder().withNewRunning(time(running.startedAt())).build();
      case Exited ended -> {
        boolean again =
            pod.getMetadata().getDeletionTimestamp() == null
                && !PodPlan.hasEnded(pod)
                && (init
                    ? RestartRule.restartsInit(pod, container, ended)
                    : RestartRule.restarts(pod, container, ended));
        yield again
            ? waiting("CrashLoopBackOff", backOff(pod, container, life))
            : terminated(ended);
      }
    };
  }

  public static String backOff(Pod pod, Container container, ContainerLife life) {
    ObjectKey key = ObjectKey.of(pod);
    return "back-off %ds restarting failed container=%s pod=%s_%s(%s)"
        .formatted(
            life.nextDelay().toSeconds(),
            container.getName(),
            key.name(),
            key.namespace(),
            pod.getMetadata().getUid());
  }

  private static ContainerState waiting(String reason, String message) {
    return new ContainerStateBuilder()
        .withNewWaiting(message.isEmpty() ? null : message, reason)
        .build();
  }

  private static ContainerState terminated(Exited ended) {
    return new ContainerStateBuilder()
        .withNewTerminated()
        .withContainerID(ended.id().isEmpty() ? null : ended.id())
        .withExitCode(ended.code())
        .withReason(ended.reason())
        .withMessage(ended.message().isEmpty() ? null : ended.message())
        .withStartedAt(time(ended.startedAt()))
        .withFinishedAt(time(ended.finishedAt()))
        .endTerminated()
        .build();
  }

  /** Times in a status have whole seconds. */
  public static String time(Instant instant) {
    return Timestamps.format(instant);
  }
}
