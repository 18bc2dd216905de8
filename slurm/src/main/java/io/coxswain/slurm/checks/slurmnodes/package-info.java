/**
 * Looks at Slurm's nodes every few minutes and tells Kubernetes which machines need something.
 *
 * <p>{@link io.coxswain.slurm.checks.slurmnodes.SlurmNodesController} wires, {@link
 * io.coxswain.slurm.checks.slurmnodes.SlurmNodesReconciler} makes a round, {@link
 * io.coxswain.slurm.checks.slurmnodes.SlurmNodePlan} decides about one drained Slurm node. A round
 * has two passes: machines for which maintenance is announced get their Slurm nodes drained; Slurm
 * nodes that are drained for a reason we know lead to a reboot, to a replacement, or back to work.
 *
 * <p>Guarantees: one round at a time for all clusters together, so that no two drain and undrain
 * the same node; one cluster that does not answer does not keep the others waiting for their turn
 * in the round; a node is undrained only while nothing is asked of its machine, by the newest state
 * of that machine and not a cached one. Upstream does the whole round once for each cluster, lets
 * the last of two conditions hide the other, and never takes back that maintenance is under way.
 */
@NullMarked
package io.coxswain.slurm.checks.slurmnodes;

import org.jspecify.annotations.NullMarked;
