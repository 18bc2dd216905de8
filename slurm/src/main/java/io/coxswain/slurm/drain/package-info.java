/**
 * Draining and undraining of Slurm nodes. Every controller of this module that changes the state of
 * a Slurm node does so through {@link io.coxswain.slurm.drain.SlurmDrainer}.
 *
 * <p>Rules:
 *
 * <ul>
 *   <li>In one program, all operations on the Slurm nodes of one Kubernetes node run under one lock
 *       ({@link io.coxswain.slurm.drain.LockedNode}), from the first read to the last write. No
 *       controller ends a drain between the check and the write of another one.
 *   <li>Every write follows a read of the Slurm node from slurmrestd. A drain that an administrator
 *       or another program has requested is neither renamed nor ended. Slurm has no conditional
 *       update, so another program can still act between this read and the write.
 *   <li>A Slurm node counts as drained only if Slurm has just reported it. A state that cannot be
 *       read is an exception.
 * </ul>
 *
 * <p>The rebooter is not part of this: it drains the Kubernetes node, not its Slurm nodes, and has
 * no access to Slurm.
 */
@NullMarked
package io.coxswain.slurm.drain;

import org.jspecify.annotations.NullMarked;
