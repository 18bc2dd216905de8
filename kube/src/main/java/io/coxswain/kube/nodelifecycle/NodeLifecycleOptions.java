package io.coxswain.kube.nodelifecycle;

import java.time.Duration;

/**
 * What the flags of the node lifecycle controller say.
 *
 * @param monitorPeriod {@code --node-monitor-period}
 * @param startupGrace {@code --node-startup-grace-period}: for a node that never posted its status
 * @param monitorGrace {@code --node-monitor-grace-period}
 * @param evictionRate {@code --node-eviction-rate}, nodes a second in a healthy zone
 * @param secondaryEvictionRate {@code --secondary-node-eviction-rate}, in a large unhealthy zone
 * @param largeClusterSize {@code --large-cluster-size-threshold}: a zone of no more nodes is small
 * @param unhealthyZoneThreshold {@code --unhealthy-zone-threshold}: the share of nodes not ready
 *     from which on a zone is unhealthy
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
