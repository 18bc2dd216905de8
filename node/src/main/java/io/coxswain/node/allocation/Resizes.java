package io.coxswain.node.allocation;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.node.pod.PodResources;
import io.coxswain.runtime.events.Recorder;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Accepts resizes of pods, or does not, and reports it in events with a kubelet's words. */
public final class Resizes {
  private final NodeAllocations allocations;
  private final Recorder recorder;

  public Resizes(NodeAllocations allocations, Recorder recorder) {
    this.allocations = allocations;
    this.recorder = recorder;
  }

  /**
   * Decides about the resources in the pod's spec.
   *
   * @return what the pod has now
   */
  public PodResources decide(PodAdmission.NodeLookup node, Pod pod, PodResources current)
      throws ApiException {
    if (pod.getMetadata().getDeletionTimestamp() != null) {
      return current;
    }
    if (!current.differFrom(pod)) {
      if (current.pending().isEmpty()) {
        return current;
      }
      allocations.keep(node.find(), pod, current);
      return current.settled();
    }
    Optional<PodResources.Pending> obstacle = allocations.resize(node.find(), pod, current);
    if (obstacle.isEmpty()) {
      PodResources accepted = current.allocate(pod);
      recorder.normal(
          pod,
          "ResizeStarted",
          "Pod resize started: %s",
          summary(pod, accepted.inProgress().orElse(0L), ""));
      return accepted;
    }
    PodResources.Pending why = obstacle.get();
    boolean known =
        current
            .pending()
            .filter(p -> p.reason().equals(why.reason()) && p.generation() == why.generation())
            .isPresent();
    if (!known) {
      recorder.warning(
          pod,
          why.reason().equals("Infeasible") ? "ResizeInfeasible" : "ResizeDeferred",
          "Pod resize %s: %s",
          why.reason(),
          summary(pod, why.generation(), why.message()));
    }
    return current.notAccepted(why);
  }

  /** Reports that all running containers have got their resources. */
  public void completed(Pod pod, long generation) {
    recorder.normal(
        pod, "ResizeCompleted", "Pod resize completed: %s", summary(pod, generation, ""));
  }

  private static String summary(Pod pod, long generation, String error) {
    ObjectNode summary = Json.MAPPER.createObjectNode();
    add(summary, "initContainers", pod.getSpec().getInitContainers());
    add(summary, "containers", pod.getSpec().getContainers());
    summary.put("generation", generation);
    if (!error.isEmpty()) {
      summary.put("error", error);
    }
    return summary.toString();
  }

  private static void add(ObjectNode summary, String name, List<Container> containers) {
    if (containers.isEmpty()) {
      return;
    }
    ArrayNode list = summary.putArray(name);
    for (Container container : containers) {
      ObjectNode entry = list.addObject().put("name", container.getName());
      ObjectNode resources = entry.putObject("resources");
      ResourceRequirements own = container.getResources();
      if (own != null) {
        add(resources, "limits", own.getLimits());
        add(resources, "requests", own.getRequests());
      }
    }
  }

  private static void add(
      ObjectNode resources, String name, @Nullable Map<String, Quantity> amounts) {
    if (amounts != null && !amounts.isEmpty()) {
      ObjectNode all = resources.putObject(name);
      new TreeMap<>(amounts).forEach((resource, amount) -> all.put(resource, amount.toString()));
    }
  }
}
