package io.coxswain.node.usage;

import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.SortedMap;

/**
 * The resource usage of a pod.
 *
 * @param time when it was measured
 * @param window over which time
 * @param containers by name
 */
public record PodUsage(
    Pod pod, Instant time, Duration window, SortedMap<String, Amount> containers) {

  /**
   * The resource usage of a container.
   *
   * @param nanoCores processors, in thousand millionths
   * @param bytes of memory
   */
  public record Amount(long nanoCores, long bytes) {}
}
