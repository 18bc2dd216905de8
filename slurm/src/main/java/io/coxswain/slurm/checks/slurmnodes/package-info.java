/**
 * Checks Slurm's nodes every few minutes and sets conditions on Kubernetes nodes that need an
 * action.
 *
 * <p>{@link io.coxswain.slurm.checks.slurmnodes.SlurmNodesController} wires, {@link
 * io.coxswain.slurm.checks.slurmnodes.SlurmNodesReconciler} performs a round, {@link
 * io.coxswain.slurm.checks.slurmnodes.SlurmNodePlan} decides about one drained Slurm node. A round
 * has two parts: the Slurm nodes of Kubernetes nodes with announced maintenance are drained; Slurm
 * nodes that are drained for a known reason lead to a reboot, to a replacement, or are undrained.
 *
 * <p>Guarantees: one round at a time for all clusters together, so that no two drain and undrain
 * the same node; a cluster that does not respond does not block the others; a node is undrained
 * only while no action on its Kubernetes node is pending, based on the newest state of that node
 * and not a cached one. Upstream performs the whole round once for each cluster, lets the last of
 * two conditions hide the other, and never resets that maintenance is in progress.
 */
@NullMarked
package io.coxswain.slurm.checks.slurmnodes;

import org.jspecify.annotations.NullMarked;
