/**
 * The node lifecycle controller: detects nodes that have stopped reporting, and updates taints of
 * nodes from their conditions.
 *
 * <ul>
 *   <li>{@link io.coxswain.kube.nodelifecycle.NodeLifecycleReconciler} converts conditions to
 *       NoSchedule taints, and copies two stable labels to their deprecated names.
 *   <li>{@link io.coxswain.kube.nodelifecycle.HealthMonitor} checks all nodes every few seconds; a
 *       node whose lease and heartbeat have not changed for the grace period gets the status
 *       Unknown, its pods are marked as not ready, and it is queued for a NoExecute taint.
 *   <li>{@link io.coxswain.kube.nodelifecycle.ZoneReconciler} taints queued nodes at the eviction
 *       rate of their zone. The rate depends on the fraction of unhealthy nodes; if all zones are
 *       disrupted, no node is tainted.
 * </ul>
 *
 * <p>The monitor reads nodes and leases from a table that events maintain ({@link
 * io.coxswain.kube.nodelifecycle.NodeHealthTable}), so that checking thousands of healthy nodes
 * decodes and writes nothing. Observation times are in memory only: after a restart every node has
 * its full grace period again. This controller evicts no pods; {@code tainteviction} does so for
 * NoExecute taints.
 */
@NullMarked
package io.coxswain.kube.nodelifecycle;

import org.jspecify.annotations.NullMarked;
