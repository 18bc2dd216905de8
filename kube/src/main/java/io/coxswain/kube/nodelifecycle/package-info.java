/**
 * The node lifecycle controller: notices nodes that have stopped reporting, and keeps the taints of
 * all nodes in step with their conditions.
 *
 * <ul>
 *   <li>{@link io.coxswain.kube.nodelifecycle.NodeLifecycleReconciler}: conditions become
 *       NoSchedule taints, and the old names of two labels follow the new ones.
 *   <li>{@link io.coxswain.kube.nodelifecycle.HealthMonitor}: every few seconds over all nodes; one
 *       whose lease and heartbeat have stood still for too long gets the status Unknown, its pods
 *       are no longer ready, and it is put in line for a NoExecute taint.
 *   <li>{@link io.coxswain.kube.nodelifecycle.ZoneReconciler}: takes nodes from the line of a zone
 *       at the zone's rate and taints them. How fast depends on how much of the zone is lost; when
 *       everything is, the fault is likely ours and nobody is tainted.
 * </ul>
 *
 * <p>What a round of the monitor needs of nodes and leases is kept from their events ({@link
 * io.coxswain.kube.nodelifecycle.NodeHealthTable}), so that a round over thousands of healthy nodes
 * decodes nothing and writes nothing. What it knows of time is in memory alone: after a restart
 * every node has its whole grace period again. It evicts nobody; that is what {@code tainteviction}
 * does about NoExecute taints.
 */
@NullMarked
package io.coxswain.kube.nodelifecycle;

import org.jspecify.annotations.NullMarked;
