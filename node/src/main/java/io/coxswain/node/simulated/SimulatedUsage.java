package io.coxswain.node.simulated;

import io.coxswain.api.Quantities;
import io.coxswain.node.pod.PodLife;
import io.coxswain.node.usage.PodUsage;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.TreeMap;

/**
 * The reported usage of a simulated pod: that in its annotations {@code simulated.coxswain.io/cpu}
 * and {@code memory}, else half of each container's requests, else a thousandth of a processor and
 * 8Mi.
 */
final class SimulatedUsage {
  private static final Duration WINDOW = Duration.ofSeconds(15);
  private static final BigDecimal NANOS = BigDecimal.valueOf(1_000_000_000);

  private SimulatedUsage() {}

  static PodUsage of(Pod pod, PodLife life, Instant now) {
    var containers = new TreeMap<String, PodUsage.Amount>();
    PodLife.containersOf(pod)
        .filter(container -> life.container(container.getName()).isRunning())
        .forEach(container -> containers.put(container.getName(), amount(pod, container)));
    return new PodUsage(pod, now, WINDOW, containers);
  }

  private static PodUsage.Amount amount(Pod pod, Container container) {
    return new PodUsage.Amount(
        claimed(pod, container, "cpu", "1m").multiply(NANOS).longValue(),
        claimed(pod, container, "memory", "8Mi").longValue());
  }

  private static BigDecimal claimed(Pod pod, Container container, String name, String least) {
    var said = new SimulationAnnotations(pod, container.getName()).quantity(name);
    if (said.isPresent()) {
      return Quantities.value(said.get());
    }
    var requests = container.getResources() == null ? null : container.getResources().getRequests();
    Quantity asked = requests == null ? null : requests.get(name);
    return asked == null ? Quantities.value(least) : Quantities.value(asked).divide(BigDecimal.TWO);
  }
}
