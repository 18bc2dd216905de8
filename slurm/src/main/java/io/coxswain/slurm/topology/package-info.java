/**
 * Tells Slurm which nodes are close to each other.
 *
 * <p>Two controllers. {@link io.coxswain.slurm.topology.NodeTopologyController} collects the labels
 * that say where Kubernetes nodes are (tier 0 is a block, tier 1 the switch next to the node, and
 * so on up) and brings them as the ConfigMap {@code topology-node-labels} to every namespace with a
 * Slurm cluster. {@link io.coxswain.slurm.topology.WorkerTopologyController} turns them, with the
 * places of worker pods, into the {@code topology.conf} of each cluster: {@link
 * io.coxswain.slurm.topology.TreeTopology} and {@link io.coxswain.slurm.topology.BlockTopology} are
 * pure.
 *
 * <p>Guarantees: every node that Slurm may have is in the file, whether or not its pod runs, so
 * that the file does not change as pods come and go without moving; equal input gives equal text.
 */
@NullMarked
package io.coxswain.slurm.topology;

import org.jspecify.annotations.NullMarked;
