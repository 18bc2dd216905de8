/**
 * Draining the Slurm nodes of a Kubernetes node, and knowing when that is done.
 *
 * <p>{@link io.coxswain.slurm.checks.drain.SlurmDrainer} is what the controllers call. The rules,
 * which hold whatever answer of Slurm is lost: a Slurm node counts as drained only when Slurm
 * itself has just said so, and what could not be read is an exception; a drain that somebody else
 * asked for is neither renamed nor ended; and what one controller does to the Slurm nodes of a
 * machine it does in its {@link io.coxswain.slurm.checks.drain.NodeLocks turn}, so that no other
 * ends a drain between another's look and its write.
 */
@NullMarked
package io.coxswain.slurm.checks.drain;

import org.jspecify.annotations.NullMarked;
