package io.coxswain.node.fit;

import io.coxswain.api.Conditions;
import io.coxswain.api.Quantities;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Amounts of resources in whole numbers: processors in thousandths, all else in units.
 *
 * @param others all but the three every pod may have, by name
 */
public record Amounts(
    long cpuMillis, long memory, long ephemeral, long pods, SortedMap<String, Long> others) {
  private static final String CPU = "cpu";
  private static final String MEMORY = "memory";
  private static final String EPHEMERAL = "ephemeral-storage";
  private static final String PODS = "pods";

  public static final Amounts NONE = new Amounts(0, 0, 0, 0, Collections.emptySortedMap());

  /** What a node has to give. */
  public static Amounts of(@Nullable Map<String, Quantity> quantities) {
    if (quantities == null || quantities.isEmpty()) {
      return NONE;
    }
    var others = new TreeMap<String, Long>();
    for (var entry : quantities.entrySet()) {
      switch (entry.getKey()) {
        case CPU, MEMORY, EPHEMERAL, PODS -> {}
        default -> others.put(entry.getKey(), units(entry.getValue(), 1));
      }
    }
    return new Amounts(
        units(quantities.get(CPU), 1000),
        units(quantities.get(MEMORY), 1),
        units(quantities.get(EPHEMERAL), 1),
        units(quantities.get(PODS), 1),
        others);
  }

  private static long units(@Nullable Quantity quantity, int per) {
    return quantity == null
        ? 0
        : Quantities.value(quantity)
            .multiply(BigDecimal.valueOf(per))
            .setScale(0, RoundingMode.CEILING)
            .min(BigDecimal.valueOf(Long.MAX_VALUE / 4))
            .longValue();
  }

  /**
   * The requests of a pod, as they count for the scheduler: of a container that is being resized
   * the maximum of desired, allocated and actual requests, or without the desired ones if the node
   * cannot ever have them.
   */
  public static Amounts of(Pod pod) {
    return sum(pod, container -> effective(container, pod.getStatus()));
  }

  /** The requests in the spec of a pod. */
  public static Amounts ofSpec(Pod pod) {
    return sum(pod, Amounts::asked);
  }

  /**
   * The sum over all containers and sidecars, or the largest need of an init container together
   * with the sidecars before it, whichever is more; or the pod-level requests; plus the overhead,
   * and one pod.
   */
  private static Amounts sum(Pod pod, Function<Container, Amounts> amounts) {
    Amounts steady = NONE;
    Amounts starting = NONE;
    for (Container container : pod.getSpec().getInitContainers()) {
      if ("Always".equals(container.getRestartPolicy())) {
        steady = steady.plus(amounts.apply(container));
        starting = starting.max(steady);
      } else {
        starting = starting.max(steady.plus(asked(container)));
      }
    }
    for (Container container : pod.getSpec().getContainers()) {
      steady = steady.plus(amounts.apply(container));
    }
    Amounts asked = steady.max(starting);
    if (pod.getSpec().getResources() != null) {
      asked = asked.replacedBy(pod.getSpec().getResources().getRequests());
    }
    return asked.plus(of(pod.getSpec().getOverhead())).plus(new Amounts(0, 0, 0, 1, NONE.others));
  }

  private static Amounts effective(Container container, @Nullable PodStatus status) {
    Amounts desired = asked(container);
    if (status == null) {
      return desired;
    }
    ContainerStatus own = find(container.getName(), status);
    if (own == null || own.getResources() == null) {
      return desired;
    }
    Amounts given = of(own.getResources().getRequests()).max(of(own.getAllocatedResources()));
    return isInfeasible(status) ? given : given.max(desired);
  }

  private static @Nullable ContainerStatus find(String container, PodStatus status) {
    for (ContainerStatus own : status.getContainerStatuses()) {
      if (container.equals(own.getName())) {
        return own;
      }
    }
    for (ContainerStatus own : status.getInitContainerStatuses()) {
      if (container.equals(own.getName())) {
        return own;
      }
    }
    return null;
  }

  private static boolean isInfeasible(PodStatus status) {
    return Conditions.POD
        .find(status.getConditions(), "PodResizePending")
        .filter(condition -> "Infeasible".equals(condition.getReason()))
        .isPresent();
  }

  private static Amounts asked(Container container) {
    if (container.getResources() == null) {
      return NONE;
    }
    // A container with a limit and no request requests its limit.
    var asked = new TreeMap<String, Quantity>();
    if (container.getResources().getLimits() != null) {
      asked.putAll(container.getResources().getLimits());
    }
    if (container.getResources().getRequests() != null) {
      asked.putAll(container.getResources().getRequests());
    }
    return of(asked);
  }

  /** Pod-level requests take precedence over those of containers. */
  private Amounts replacedBy(@Nullable Map<String, Quantity> whole) {
    if (whole == null || whole.isEmpty()) {
      return this;
    }
    Amounts said = of(whole);
    return new Amounts(
        whole.containsKey(CPU) ? said.cpuMillis : cpuMillis,
        whole.containsKey(MEMORY) ? said.memory : memory,
        ephemeral,
        pods,
        others);
  }

  public Amounts plus(Amounts more) {
    return combine(more, Long::sum);
  }

  public Amounts minus(Amounts less) {
    return combine(less, (a, b) -> a - b);
  }

  public Amounts max(Amounts other) {
    return combine(other, Math::max);
  }

  private Amounts combine(Amounts other, LongBinaryOperator how) {
    SortedMap<String, Long> both = others;
    if (!other.others.isEmpty()) {
      var merged = new TreeMap<>(others);
      other.others.forEach(
          (name, amount) ->
              merged.put(name, how.applyAsLong(merged.getOrDefault(name, 0L), amount)));
      both = merged;
    }
    return new Amounts(
        how.applyAsLong(cpuMillis, other.cpuMillis),
        how.applyAsLong(memory, other.memory),
        how.applyAsLong(ephemeral, other.ephemeral),
        how.applyAsLong(pods, other.pods),
        both);
  }

  /**
   * A resource of which a node has too little.
   *
   * @param used what other pods have been given of it
   */
  public record Shortage(String resource, long requested, long used, long capacity) {
    /** In kube-scheduler's words. */
    public String reason() {
      return resource.equals(PODS) ? "Too many pods" : "Insufficient " + resource;
    }
  }

  /** What is missing of this, in kube-scheduler's words and order. */
  public List<String> missingIn(Amounts allocatable, Amounts used) {
    return shortages(allocatable, used).stream().map(Shortage::reason).toList();
  }

  /**
   * What is missing of this, in kube-scheduler's order; a resource that is not requested is never
   * missing.
   */
  public List<Shortage> shortages(Amounts allocatable, Amounts used) {
    if (fitsIn(allocatable, used)) {
      return List.of();
    }
    var missing = new ArrayList<Shortage>();
    addShortage(missing, PODS, pods, allocatable.pods, used.pods);
    addShortage(missing, CPU, cpuMillis, allocatable.cpuMillis, used.cpuMillis);
    addShortage(missing, MEMORY, memory, allocatable.memory, used.memory);
    addShortage(missing, EPHEMERAL, ephemeral, allocatable.ephemeral, used.ephemeral);
    others.forEach(
        (name, amount) ->
            addShortage(missing, name, amount, allocatable.other(name), used.other(name)));
    return missing;
  }

  private static void addShortage(
      List<Shortage> missing, String resource, long asked, long allocatable, long used) {
    if (lacks(asked, allocatable, used)) {
      missing.add(new Shortage(resource, asked, used, allocatable));
    }
  }

  /** These amounts without the extended resources that a node does not have. */
  public Amounts knownTo(Amounts allocatable) {
    var known = new TreeMap<>(others);
    known.keySet().removeIf(name -> name.contains("/") && !allocatable.others.containsKey(name));
    return new Amounts(cpuMillis, memory, ephemeral, pods, known);
  }

  private boolean fitsIn(Amounts allocatable, Amounts used) {
    if (lacks(pods, allocatable.pods, used.pods)
        || lacks(cpuMillis, allocatable.cpuMillis, used.cpuMillis)
        || lacks(memory, allocatable.memory, used.memory)
        || lacks(ephemeral, allocatable.ephemeral, used.ephemeral)) {
      return false;
    }
    for (var entry : others.entrySet()) {
      String name = entry.getKey();
      if (lacks(entry.getValue(), allocatable.other(name), used.other(name))) {
        return false;
      }
    }
    return true;
  }

  private static boolean lacks(long asked, long allocatable, long used) {
    return asked > 0 && asked > allocatable - used;
  }

  /** The amount of a resource, by its name in the API. */
  public long get(String resource) {
    return switch (resource) {
      case CPU -> cpuMillis;
      case MEMORY -> memory;
      case EPHEMERAL -> ephemeral;
      case PODS -> pods;
      default -> other(resource);
    };
  }

  private long other(String name) {
    Long amount = others.get(name);
    return amount == null ? 0 : amount;
  }
}
