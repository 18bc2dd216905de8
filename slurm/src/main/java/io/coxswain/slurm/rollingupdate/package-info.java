/**
 * Replaces the pods of a NodeSet without disrupting jobs, with the update strategy {@code
 * slurmAwareRollingUpdate}.
 *
 * <p>{@link io.coxswain.slurm.rollingupdate.RollingUpdatePlan} decides: it has Slurm drain and
 * "reboot" as many outdated workers as may be unavailable; the power action of that reboot runs on
 * the worker when no job is left, and sets the label {@code ready} on its pod, which is then
 * deleted. {@link io.coxswain.slurm.rollingupdate.RollingUpdateReconciler} observes and applies.
 *
 * <p>Guarantees: a pod is deleted only if its worker reported that it is ready, or never started,
 * or if Slurm reports that the node is offline with nothing allocated. If Slurm does not respond,
 * or omits a node, nothing is changed.
 */
@NullMarked
package io.coxswain.slurm.rollingupdate;

import org.jspecify.annotations.NullMarked;
