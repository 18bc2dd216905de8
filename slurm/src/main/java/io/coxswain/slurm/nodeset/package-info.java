/**
 * Brings up the workers of a NodeSet.
 *
 * <p>{@link io.coxswain.slurm.nodeset.NodeSetReconciler} observes the NodeSet, its cluster and, for
 * workers that Slurm switches on and off, its {@code NodeSetPowerState}; has everything rendered
 * and written; and tells how many workers there are. {@link io.coxswain.slurm.nodeset.NodeSetState}
 * is the pure part of that.
 *
 * <p>Guarantees: a NodeSet without its cluster writes nothing but its complaint; what fails in one
 * step does not keep the others back; a set of which no worker is switched on gives its pods the
 * right to nothing rather than to everything.
 */
@NullMarked
package io.coxswain.slurm.nodeset;

import org.jspecify.annotations.NullMarked;
