/**
 * What a Slurm cluster is made of, ready for rendering.
 *
 * <p>{@link io.coxswain.slurm.values.ClusterValues} is a SlurmCluster with its NodeSets: all
 * defaults of the kinds filled in (also those of objects stored before the default existed), all
 * names decided, references by name looked up. {@link io.coxswain.slurm.values.NodeSetValues} is
 * the same for the workers of one NodeSet. {@link io.coxswain.slurm.values.ClusterValidation} says
 * what is wrong with a cluster before anything of it is written.
 *
 * <p>Nothing here reads or writes a server. The objects given are copied, never changed.
 */
@NullMarked
package io.coxswain.slurm.values;

import org.jspecify.annotations.NullMarked;
