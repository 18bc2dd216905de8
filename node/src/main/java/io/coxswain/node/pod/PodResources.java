package io.coxswain.node.pod;

import io.coxswain.api.Conditions;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerResizePolicy;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The requests and limits that a node has given to the containers and sidecars of a pod, and the
 * state of their resize.
 *
 * @param allocated the resources that the node has reserved, by container
 * @param actual the resources with which a container that was started runs, by container
 * @param pending a resize that the node has not accepted
 * @param inProgress the generation of the spec of an accepted resize that is not complete
 */
public record PodResources(
    SortedMap<String, ResourceRequirements> allocated,
    SortedMap<String, ResourceRequirements> actual,
    Optional<Pending> pending,
    Optional<Long> inProgress) {
  static final String PENDING = "PodResizePending";
  static final String IN_PROGRESS = "PodResizeInProgress";
  private static final List<String> RESIZABLE = List.of("cpu", "memory");

  /**
   * Why a resize has not been accepted.
   *
   * @param reason {@code Infeasible} or {@code Deferred}
   * @param generation of the spec that was not accepted
   */
  public record Pending(String reason, String message, long generation) {}

  public PodResources {
    allocated = Collections.unmodifiableSortedMap(new TreeMap<>(allocated));
    actual = Collections.unmodifiableSortedMap(new TreeMap<>(actual));
  }

  /**
   * The resources of a pod that this program knows from the API alone: those in its status, else
   * those in its spec.
   */
  static PodResources adopt(Pod pod) {
    var allocated = new TreeMap<String, ResourceRequirements>();
    var actual = new TreeMap<String, ResourceRequirements>();
    resizable(pod)
        .forEach(
            container -> {
              String name = container.getName();
              ContainerStatus status = status(pod, name);
              if (status == null || status.getResources() == null) {
                allocated.put(name, of(container));
                return;
              }
              actual.put(name, status.getResources());
              allocated.put(
                  name,
                  new ResourceRequirementsBuilder(of(container))
                      .withRequests(status.getAllocatedResources())
                      .withLimits(status.getResources().getLimits())
                      .build());
            });
    return new PodResources(allocated, actual, pending(pod), inProgress(pod));
  }

  private static Optional<Pending> pending(Pod pod) {
    return condition(pod, PENDING)
        .map(
            c ->
                new Pending(
                    orEmpty(c.getReason()), orEmpty(c.getMessage()), orZero(generation(c))));
  }

  private static Optional<Long> inProgress(Pod pod) {
    return condition(pod, IN_PROGRESS).map(c -> orZero(generation(c)));
  }

  private static @Nullable Long generation(PodCondition condition) {
    return condition.getObservedGeneration();
  }

  private static Optional<PodCondition> condition(Pod pod, String type) {
    return pod.getStatus() == null
        ? Optional.empty()
        : Conditions.POD.find(pod.getStatus().getConditions(), type);
  }

  private static @Nullable ContainerStatus status(Pod pod, String container) {
    return pod.getStatus() == null
        ? null
        : Stream.concat(
                pod.getStatus().getContainerStatuses().stream(),
                pod.getStatus().getInitContainerStatuses().stream())
            .filter(s -> container.equals(s.getName()))
            .findFirst()
            .orElse(null);
  }

  /** The containers whose resources can change: all but ephemeral ones and those that end early. */
  private static Stream<Container> resizable(Pod pod) {
    return Stream.concat(
        pod.getSpec().getInitContainers().stream().filter(RestartRule::isSidecar),
        pod.getSpec().getContainers().stream());
  }

  private static ResourceRequirements of(Container container) {
    return container.getResources() == null ? new ResourceRequirements() : container.getResources();
  }

  /** Whether the pod's spec asks for other resources than those allocated. */
  public boolean differFrom(Pod desired) {
    return resizable(desired)
        .anyMatch(c -> !same(of(c), allocated.getOrDefault(c.getName(), of(c))));
  }

  /** The pod with the allocated resources in place of the desired ones. */
  public Pod applyTo(Pod desired) {
    if (!differFrom(desired)) {
      return desired;
    }
    Pod pod = new PodBuilder(desired).build();
    resizable(pod).forEach(c -> c.setResources(allocated.getOrDefault(c.getName(), of(c))));
    return pod;
  }

  /** After the node has accepted the resources in the pod's spec. */
  public PodResources allocate(Pod desired) {
    var accepted = new TreeMap<String, ResourceRequirements>();
    resizable(desired).forEach(c -> accepted.put(c.getName(), of(c)));
    return new PodResources(
        accepted,
        actual,
        Optional.empty(),
        Optional.of(orZero(desired.getMetadata().getGeneration())));
  }

  /** After the node has not accepted the resources in the pod's spec. */
  public PodResources notAccepted(Pending why) {
    return new PodResources(allocated, actual, Optional.of(why), inProgress);
  }

  /** Without a resize that waits for its acceptance. */
  public PodResources settled() {
    return new PodResources(allocated, actual, Optional.empty(), inProgress);
  }

  /** After a container has got the resources that are allocated to it. */
  PodResources actuated(String container) {
    ResourceRequirements given = allocated.get(container);
    if (given == null || given.equals(actual.get(container))) {
      return this;
    }
    var changed = new TreeMap<>(actual);
    changed.put(container, given);
    return new PodResources(allocated, changed, pending, inProgress);
  }

  /** After the last running container has got its allocated resources. */
  PodResources completed() {
    return new PodResources(allocated, actual, pending, Optional.empty());
  }

  /** Whether the status of the pod shows the accepted resize, which comes before any action. */
  boolean isReported(Pod pod) {
    return inProgress.isPresent() && inProgress.equals(inProgress(pod));
  }

  /** Whether a container that runs lacks the resources that are allocated to it. */
  boolean isOutdated(Container container) {
    return RESIZABLE.stream().anyMatch(resource -> isOutdated(container, resource));
  }

  /** Whether a container must be restarted to get the resources that are allocated to it. */
  boolean needsRestart(Container container) {
    return container.getResizePolicy().stream()
        .filter(policy -> "RestartContainer".equals(policy.getRestartPolicy()))
        .map(ContainerResizePolicy::getResourceName)
        .anyMatch(resource -> isOutdated(container, resource));
  }

  private boolean isOutdated(Container container, String resource) {
    ResourceRequirements given = allocated.get(container.getName());
    ResourceRequirements has = actual.get(container.getName());
    return given != null
        && has != null
        && !(Objects.equals(get(given.getRequests(), resource), get(has.getRequests(), resource))
            && Objects.equals(get(given.getLimits(), resource), get(has.getLimits(), resource)));
  }

  private static @Nullable Quantity get(@Nullable Map<String, Quantity> amounts, String resource) {
    return amounts == null ? null : amounts.get(resource);
  }

  private static boolean same(ResourceRequirements one, ResourceRequirements other) {
    return orNone(one.getRequests()).equals(orNone(other.getRequests()))
        && orNone(one.getLimits()).equals(orNone(other.getLimits()));
  }

  private static Map<String, Quantity> orNone(@Nullable Map<String, Quantity> amounts) {
    return amounts == null ? Map.of() : amounts;
  }

  private static long orZero(@Nullable Long number) {
    return number == null ? 0 : number;
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}
