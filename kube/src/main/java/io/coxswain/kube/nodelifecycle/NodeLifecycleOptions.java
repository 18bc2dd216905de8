package io.coxswain.kube.nodelifecycle;

import java.time.Duration;

/**
 * Options of the node lifecycle controller.
 *
 * @param monitorPeriod {@code --node-monitor-period}
 * @param startupGrace {@code --node-startup-grace-period}: for a node that never posted its status
 * @param monitorGrace {@code --node-monitor-grace-period}
 * @param evictionRate {@code --node-eviction-rate}, nodes per second in a healthy zone
 * @param secondaryEvictionRate {@code --secondary-node-eviction-rate}, in a large unhealthy zone
 * @param largeClusterSize {@code --large-cluster-size-threshold}: zones of up to this size are
 *     small
 * @param unhealthyZoneThreshold {@code --unhealthy-zone-threshold}: the fraction of nodes that are
 *     not ready from which a zone is unhealthy
 */
public record NodeLifecycleOptions(
    Duration monitorPeriod,
    Duration startupGrace,
    Duration monitorGrace,
    double evictionRate,
    double secondaryEvictionRate,
    int largeClusterSize,
    double unhealthyZoneThreshold) {

  public static NodeLifecycleOptions byDefault() {
    return new NodeLifecycleOptions(
        Duration.ofSeconds(5), Duration.ofMinutes(1), Duration.ofSeconds(50), 0.1, 0.01, 50, 0.55);
  }
}
