package io.coxswain.node.fit;

import io.coxswain.api.Quantities;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
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
   * The requests of a pod: the sum over its containers and sidecars, or the largest need of an init
   * container together with the sidecars before it, whichever is more; or the pod-level requests;
   * plus its overhead, and one pod.
   */
  public static Amounts of(Pod pod) {
    Amounts steady = NONE;
    Amounts starting = NONE;
    for (Container container : pod.getSpec().getInitContainers()) {
      if ("Always".equals(container.getRestartPolicy())) {
        steady = steady.plus(asked(container));
        starting = starting.max(steady);
      } else {
        starting = starting.max(steady.plus(asked(container)));
      }
    }
    for (Container container : pod.getSpec().getContainers()) {
      steady = steady.plus(asked(container));
    }
    Amounts asked = steady.max(starting);
    if (pod.getSpec().getResources() != null) {
      asked = asked.replacedBy(pod.getSpec().getResources().getRequests());
    }
    return asked.plus(of(pod.getSpec().getOverhead())).plus(new Amounts(0, 0, 0, 1, NONE.others));
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
   * What is missing of this, in kube-scheduler's words and order; a resource that is not requested
   * is never missing.
   */
  public List<String> missingIn(Amounts allocatable, Amounts used) {
    if (fitsIn(allocatable, used)) {
      return List.of();
    }
    var missing = new ArrayList<String>();
    if (lacks(pods, allocatable.pods, used.pods)) {
      missing.add("Too many pods");
    }
    if (lacks(cpuMillis, allocatable.cpuMillis, used.cpuMillis)) {
      missing.add("Insufficient cpu");
    }
    if (lacks(memory, allocatable.memory, used.memory)) {
      missing.add("Insufficient memory");
    }
    if (lacks(ephemeral, allocatable.ephemeral, used.ephemeral)) {
      missing.add("Insufficient ephemeral-storage");
    }
    others.forEach(
        (name, amount) -> {
          if (lacks(amount, allocatable.other(name), used.other(name))) {
            missing.add("Insufficient " + name);
          }
        });
    return missing;
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

  private long other(String name) {
    Long amount = others.get(name);
    return amount == null ? 0 : amount;
  }
}
