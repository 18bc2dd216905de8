package io.coxswain.node.pod;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.Timestamps;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a pod's containers, by name.
 *
 * @param condemned why the node ends the pod, if it does
 */
public record PodLife(
    SortedMap<String, ContainerLife> containers,
    Optional<Condemned> condemned,
    PodResources resources) {

  /** The reason of a pod that ends because a critical pod needs its resources. */
  public static final String PREEMPTED = "Preempting";

  public static final String PREEMPTED_MESSAGE = "Preempted in order to admit critical pod";

  /** The node's own reason to end a pod. */
  public record Condemned(String reason, String message, Instant since) {}

  public PodLife {
    containers = Collections.unmodifiableSortedMap(new TreeMap<>(containers));
  }

  /**
   * The state in the API of a pod whose processes this program did not start. They have ended with
   * an unknown result, so they count as killed.
   */
  public static PodLife adopt(Pod pod, Instant now) {
    return adopt(pod, now, false);
  }

  /** What the API remembers of a pod whose containers outlive their node's program. */
  public static PodLife resume(Pod pod, Instant now) {
    return adopt(pod, now, true);
  }

  private static PodLife adopt(Pod pod, Instant now, boolean survives) {
    var containers = new TreeMap<String, ContainerLife>();
    allContainersOf(pod).forEach(c -> containers.put(c.getName(), ContainerLife.notStarted()));
    PodStatus status = pod.getStatus();
    if (status != null) {
      Stream.of(
              status.getInitContainerStatuses(),
              status.getContainerStatuses(),
              status.getEphemeralContainerStatuses())
          .flatMap(List::stream)
          .forEach(
              s -> containers.computeIfPresent(s.getName(), (_, _) -> adopt(s, now, survives)));
    }
    return new PodLife(containers, Optional.empty(), PodResources.adopt(pod));
  }

  private static ContainerLife adopt(ContainerStatus status, Instant now, boolean survives) {
    int restarts = status.getRestartCount() == null ? 0 : status.getRestartCount();
    Duration delay = restarts == 0 ? Duration.ZERO : Duration.ofSeconds(1);
    Optional<ContainerLife.Exited> last =
        status.getLastState() == null
            ? Optional.empty()
            : exited(status.getLastState().getTerminated());
    ContainerLife.State state = new ContainerLife.NotStarted();
    if (survives && status.getState() != null && status.getState().getRunning() != null) {
      state =
          new ContainerLife.Running(
              orEmpty(status.getContainerID()),
              time(status.getState().getRunning().getStartedAt(), now),
              Optional.empty(),
              Boolean.TRUE.equals(status.getStarted()),
              Boolean.TRUE.equals(status.getReady()),
              false);
    } else if (status.getState() != null && status.getState().getRunning() != null) {
      state =
          new ContainerLife.Exited(
              status.getContainerID() == null ? "" : status.getContainerID(),
              137,
              "ContainerStatusUnknown",
              "The container could not be located when its node was restarted",
              time(status.getState().getRunning().getStartedAt(), now),
              now);
    } else if (status.getState() != null && status.getState().getTerminated() != null) {
      state = exited(status.getState().getTerminated()).orElseThrow();
    } else if (last.isPresent()) {
      state = last.get(); // it waited for its restart
    }
    return new ContainerLife(state, last, restarts, delay);
  }

  private static Optional<ContainerLife.Exited> exited(@Nullable ContainerStateTerminated ended) {
    if (ended == null) {
      return Optional.empty();
    }
    Instant finished = time(ended.getFinishedAt(), Instant.EPOCH);
    return Optional.of(
        new ContainerLife.Exited(
            orEmpty(ended.getContainerID()),
            ended.getExitCode() == null ? 0 : ended.getExitCode(),
            orEmpty(ended.getReason()),
            orEmpty(ended.getMessage()),
            time(ended.getStartedAt(), finished),
            finished));
  }

  private static Instant time(@Nullable String text, Instant otherwise) {
    return text == null ? otherwise : Timestamps.instant(text);
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  /** Init containers and containers, in this order. */
  public static Stream<Container> containersOf(Pod pod) {
    return Stream.concat(
        pod.getSpec().getInitContainers().stream(), pod.getSpec().getContainers().stream());
  }

  /** Ephemeral containers, as containers that are never restarted. */
  public static Stream<Container> ephemeralContainersOf(Pod pod) {
    return pod.getSpec().getEphemeralContainers().stream()
        .map(
            ephemeral -> {
              ObjectNode fields = Json.tree((Object) ephemeral);
              fields.remove("targetContainerName");
              fields.put("restartPolicy", "Never");
              return Json.convert(fields, Container.class);
            });
  }

  /** All containers, the ephemeral ones last. */
  public static Stream<Container> allContainersOf(Pod pod) {
    return Stream.concat(containersOf(pod), ephemeralContainersOf(pod));
  }

  public ContainerLife container(String name) {
    return containers.getOrDefault(name, ContainerLife.notStarted());
  }

  public PodLife with(String name, UnaryOperator<ContainerLife> change) {
    var changed = new TreeMap<>(containers);
    changed.put(name, change.apply(container(name)));
    return new PodLife(
        changed, condemned, isNewRun(name, changed) ? resources.actuated(name) : resources);
  }

  /** A container is started with the resources that are allocated to it. */
  private boolean isNewRun(String name, SortedMap<String, ContainerLife> changed) {
    return !container(name).isRunning() && changed.getOrDefault(name, container(name)).isRunning();
  }

  public PodLife with(PodResources changed) {
    return new PodLife(containers, condemned, changed);
  }

  /** After a container has got the resources that are allocated to it, without a restart. */
  public PodLife resized(String name) {
    return with(resources.actuated(name));
  }

  /** After all running containers have got the resources that are allocated to them. */
  public PodLife resizeCompleted() {
    return with(resources.completed());
  }

  public PodLife condemn(String reason, String message, Instant now) {
    return new PodLife(containers, Optional.of(new Condemned(reason, message, now)), resources);
  }

  public boolean anyRunning() {
    return containers.values().stream().anyMatch(ContainerLife::isRunning);
  }
}
