/**
 * From the results of checks about a node to the required actions: drain, reboot, removal.
 *
 * <p>{@link io.coxswain.slurm.checks.k8snodes.K8sNodesController} wires, {@link
 * io.coxswain.slurm.checks.k8snodes.K8sNodesReconciler} runs, {@link
 * io.coxswain.slurm.checks.k8snodes.K8sNodePlan} decides from conditions only.
 *
 * <p>Guarantees beyond upstream: before pods are evicted from a node, before it is rebooted and
 * before its Node is deleted, Slurm is queried whether its nodes there are drained and idle, and
 * drains them if not; without a clear response nothing is requested and nothing deleted. The server
 * rejects every write if the Node has changed since it was read.
 */
@NullMarked
package io.coxswain.slurm.checks.k8snodes;

import org.jspecify.annotations.NullMarked;
