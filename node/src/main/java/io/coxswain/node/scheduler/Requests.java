package io.coxswain.node.scheduler;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Amounts of resources, by resource name. */
final class Requests {
  static final String PODS = "pods";

  private Requests() {}

  /**
   * What a pod asks of its node: the sum over its containers and sidecars, or what the hungriest
   * init container needs beside the sidecars before it, whichever is more; and one pod.
   */
  static SortedMap<String, BigDecimal> of(Pod pod) {
    var steady = new TreeMap<String, BigDecimal>();
    var starting = new TreeMap<String, BigDecimal>();
    for (Container container : pod.getSpec().getInitContainers()) {
      if ("Always".equals(container.getRestartPolicy())) {
        add(steady, container);
        atLeast(starting, steady);
      } else {
        var alone = new TreeMap<>(steady);
        add(alone, container);
        atLeast(starting, alone);
      }
    }
    for (Container container : pod.getSpec().getContainers()) {
      add(steady, container);
    }
    atLeast(steady, starting);
    steady.put(PODS, BigDecimal.ONE);
    return steady;
  }

  /** What a node has to give. */
  static SortedMap<String, BigDecimal> amounts(@Nullable Map<String, Quantity> quantities) {
    var amounts = new TreeMap<String, BigDecimal>();
    if (quantities != null) {
      quantities.forEach((name, quantity) -> amounts.put(name, quantity.getNumericalAmount()));
    }
    return amounts;
  }

  private static void add(SortedMap<String, BigDecimal> sum, Container container) {
    if (container.getResources() == null) {
      return;
    }
    // A container with a limit and no request asks for its limit.
    var asked = amounts(container.getResources().getLimits());
    asked.putAll(amounts(container.getResources().getRequests()));
    asked.forEach((name, amount) -> sum.merge(name, amount, BigDecimal::add));
  }

  private static void atLeast(
      SortedMap<String, BigDecimal> amounts, SortedMap<String, BigDecimal> floor) {
    floor.forEach((name, amount) -> amounts.merge(name, amount, BigDecimal::max));
  }
}
