package io.coxswain.api.quota;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;

/** What a pod requests or is limited to as a whole. */
public final class PodAmounts {
  private final JsonNode status;
  private final String part;
  private final boolean infeasible;

  private PodAmounts(JsonNode status, String part) {
    this.status = status;
    this.part = part;
    this.infeasible = isResizeInfeasible(status);
  }

  /**
   * Of all containers together; an init container counts only where it needs more than what runs
   * after it, unless it goes on running. While a container is being resized, the most of what it
   * has and what it is to have.
   *
   * @param part {@code requests} or {@code limits}
   */
  public static Amounts of(JsonNode pod, String part) {
    return new PodAmounts(pod.path("status"), part).sum(pod.path("spec"));
  }

  /** As {@link #of}, of what is wished for alone. */
  public static Amounts ofSpec(JsonNode spec, String part) {
    return new PodAmounts(MissingNode.getInstance(), part).sum(spec);
  }

  private Amounts sum(JsonNode spec) {
    Amounts all = Amounts.none();
    for (JsonNode container : spec.path("containers")) {
      all.add(effective(container, "containerStatuses"));
    }
    Amounts sidecars = Amounts.none();
    Amounts initial = Amounts.none();
    for (JsonNode container : spec.path("initContainers")) {
      Amounts its;
      if (container.path("restartPolicy").asText("").equals("Always")) {
        its = effective(container, "initContainerStatuses");
        all.add(its);
        sidecars.add(its);
        its = sidecars.copy();
      } else {
        its = Amounts.of(container.at("/resources/" + part));
        its.add(sidecars);
      }
      initial.raise(its);
    }
    all.raise(initial);
    Amounts whole = Amounts.of(spec.at("/resources/" + part));
    whole.only(PodAmounts::isOfPods).byName().forEach(all::set);
    return all;
  }

  private static boolean isOfPods(String name) {
    return name.equals("cpu") || name.equals("memory") || name.startsWith("hugepages-");
  }

  private Amounts effective(JsonNode container, String statuses) {
    Amounts wished = Amounts.of(container.at("/resources/" + part));
    for (JsonNode its : status.path(statuses)) {
      if (its.path("name").equals(container.path("name")) && its.has("resources")) {
        Amounts most = infeasible ? Amounts.none() : wished;
        most.raise(Amounts.of(its.at("/resources/" + part)));
        if (part.equals("requests")) {
          most.raise(Amounts.of(its.path("allocatedResources")));
        }
        return most;
      }
    }
    return wished;
  }

  private static boolean isResizeInfeasible(JsonNode status) {
    for (JsonNode condition : status.path("conditions")) {
      if (condition.path("type").asText("").equals("PodResizePending")) {
        return condition.path("reason").asText("").equals("Infeasible");
      }
    }
    return false;
  }
}
