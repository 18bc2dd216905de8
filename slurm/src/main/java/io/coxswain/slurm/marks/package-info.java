/**
 * Conditions of Kubernetes nodes, through which the checks and the rebooter talk to each other.
 *
 * <p>A {@link io.coxswain.slurm.marks.ConditionState} is such a condition as these programs read
 * it, {@link io.coxswain.slurm.marks.NodeConditions} are all of a node, and a {@link
 * io.coxswain.slurm.marks.ConditionChange} is what one of them says. Plans see marks alone; {@link
 * io.coxswain.slurm.marks.ConditionWriter} writes. A change that is so already is not written: the
 * time of a mark is the time at which its status or reason last changed, and decisions compare it
 * with when a machine booted or a Slurm node was drained.
 */
@NullMarked
package io.coxswain.slurm.marks;

import org.jspecify.annotations.NullMarked;
