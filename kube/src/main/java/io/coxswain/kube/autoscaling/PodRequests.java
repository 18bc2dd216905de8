package io.coxswain.kube.autoscaling;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Resource requests of pods. */
final class PodRequests {
  private PodRequests() {}

  /**
   * Requests in thousandths, by pod.
   *
   * @param container empty for all containers together
   */
  static Map<String, Long> of(Collection<Pod> pods, String resource, String container)
      throws MetricsException {
    var requests = new TreeMap<String, Long>();
    for (Pod pod : pods) {
      ResourceRequirements whole = pod.getSpec().getResources();
      boolean asWhole =
          container.isEmpty()
              && whole != null
              && whole.getRequests() != null
              && !whole.getRequests().isEmpty();
      requests.put(
          pod.getMetadata().getName(),
          asWhole ? ofPod(pod, whole, resource) : ofContainers(pod, resource, container));
    }
    return requests;
  }

  private static @Nullable Quantity find(@Nullable ResourceRequirements all, String resource) {
    return all == null || all.getRequests() == null ? null : all.getRequests().get(resource);
  }

  private static long ofPod(Pod pod, ResourceRequirements whole, String resource)
      throws MetricsException {
    Quantity request = find(whole, resource);
    if (request != null) {
      return Milli.of(request);
    }
    long sum = 0;
    boolean found = false;
    for (Container container : running(pod)) {
      Quantity own = find(container.getResources(), resource);
      found |= own != null;
      sum += own == null ? 0 : Milli.of(own);
    }
    if (!found) {
      throw new MetricsException(
          "missing pod-level request for %s in Pod %s"
              .formatted(resource, pod.getMetadata().getName()));
    }
    return sum;
  }

  private static long ofContainers(Pod pod, String resource, String only) throws MetricsException {
    String name = pod.getMetadata().getName();
    long sum = 0;
    for (Container container : running(pod)) {
      boolean meant = only.equals(container.getName());
      if (only.isEmpty() || meant) {
        Quantity request = find(container.getResources(), resource);
        if (request == null) {
          throw new MetricsException(
              "missing request for %s in container %s of Pod %s"
                  .formatted(resource, container.getName(), name));
        }
        sum += Milli.of(request);
      }
      if (meant) {
        return sum;
      }
    }
    if (!only.isEmpty()) {
      throw new MetricsException("container %s not found in Pod %s".formatted(only, name));
    }
    return sum;
  }

  /** Containers and restartable init containers. */
  private static List<Container> running(Pod pod) {
    var running = new ArrayList<>(pod.getSpec().getContainers());
    if (pod.getSpec().getInitContainers() != null) {
      pod.getSpec().getInitContainers().stream()
          .filter(c -> "Always".equals(c.getRestartPolicy()))
          .forEach(running::add);
    }
    return running;
  }
}
