package io.coxswain.api.quota;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;

/** The total requests or limits of a pod. */
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
   * The total of all containers; an init container counts only as far as it needs more than the
   * containers after it, unless it is a sidecar. While a container is being resized, the maximum of
   * its current and desired resources counts.
   *
   * @param part {@code requests} or {@code limits}
   */
  public static Amounts of(JsonNode pod, String part) {
    return new PodAmounts(pod.path("status"), part).sum(pod.path("spec"));
  }

  /** Like {@link #of}, for the desired resources only. */
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
