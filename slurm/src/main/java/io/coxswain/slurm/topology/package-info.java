/**
 * Computes the network topology for Slurm.
 *
 * <p>Two controllers. {@link io.coxswain.slurm.topology.NodeTopologyController} collects the
 * location labels of Kubernetes nodes (tier 0 is a block, tier 1 the switch next to the node, and
 * so on) and writes them as the ConfigMap {@code topology-node-labels} to every namespace with a
 * Slurm cluster. {@link io.coxswain.slurm.topology.WorkerTopologyController} combines them with the
 * nodes of worker pods to the {@code topology.conf} of each cluster: {@link
 * io.coxswain.slurm.topology.TreeTopology} and {@link io.coxswain.slurm.topology.BlockTopology} are
 * pure.
 *
 * <p>Guarantees: the file contains every possible Slurm node, whether or not its pod runs, so that
 * it does not change while pods are restarted without moving; equal input yields equal text.
 */
@NullMarked
package io.coxswain.slurm.topology;

import org.jspecify.annotations.NullMarked;
