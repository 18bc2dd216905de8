/**
 * From what the checks found out about a machine to what is asked of it: drain, reboot, removal.
 *
 * <p>{@link io.coxswain.slurm.checks.k8snodes.K8sNodesController} wires, {@link
 * io.coxswain.slurm.checks.k8snodes.K8sNodesReconciler} runs, {@link
 * io.coxswain.slurm.checks.k8snodes.K8sNodePlan} decides from conditions alone.
 *
 * <p>Guarantees beyond upstream: before pods are driven off a machine, before it is rebooted and
 * before its Node is deleted, Slurm is asked whether its nodes there are drained and empty, and is
 * told to drain them if not; without a clear answer nothing is asked and nothing deleted. Every
 * write is refused by the server when the Node is no longer the one that was looked at.
 */
@NullMarked
package io.coxswain.slurm.checks.k8snodes;

import org.jspecify.annotations.NullMarked;
