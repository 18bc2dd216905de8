/**
 * Creates the workers of a NodeSet.
 *
 * <p>{@link io.coxswain.slurm.nodeset.NodeSetReconciler} observes the NodeSet, its cluster and, for
 * ephemeral workers, its {@code NodeSetPowerState}; renders and writes everything; and reports the
 * number of workers. {@link io.coxswain.slurm.nodeset.NodeSetState} is the pure part.
 *
 * <p>Guarantees: a NodeSet without its cluster writes nothing except the problem; a failure in one
 * step does not block the others; a set without powered-on workers grants its pods no permissions
 * rather than all.
 */
@NullMarked
package io.coxswain.slurm.nodeset;

import org.jspecify.annotations.NullMarked;
