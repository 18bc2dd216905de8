/**
 * Conditions of Kubernetes nodes, through which the checks and the rebooter communicate.
 *
 * <p>A {@link io.coxswain.slurm.marks.ConditionState} is such a condition as these programs read
 * it, {@link io.coxswain.slurm.marks.NodeConditions} are all of a node, and a {@link
 * io.coxswain.slurm.marks.ConditionChange} sets one of them. Plans use only these; {@link
 * io.coxswain.slurm.marks.ConditionWriter} writes. A change without effect is not written: the time
 * of a condition is the time at which its status or reason last changed, and decisions compare it
 * with the time at which a node booted or a Slurm node was drained.
 */
@NullMarked
package io.coxswain.slurm.marks;

import org.jspecify.annotations.NullMarked;
