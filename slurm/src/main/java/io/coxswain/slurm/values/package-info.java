/**
 * The components of a Slurm cluster, ready for rendering.
 *
 * <p>{@link io.coxswain.slurm.values.ClusterValues} is a SlurmCluster with its NodeSets: with all
 * defaults of the kinds (also for objects stored before the default existed), all names determined,
 * references by name resolved. {@link io.coxswain.slurm.values.NodeSetValues} is the same for the
 * workers of one NodeSet. {@link io.coxswain.slurm.values.ClusterValidation} validates a cluster
 * before any of it is written.
 *
 * <p>Nothing here reads from or writes to a server. The objects given are copied, never modified.
 */
@NullMarked
package io.coxswain.slurm.values;

import org.jspecify.annotations.NullMarked;
