/**
 * Replaces the pods of a NodeSet without hurting jobs, where its update strategy is {@code
 * slurmAwareRollingUpdate}.
 *
 * <p>{@link io.coxswain.slurm.rollingupdate.RollingUpdatePlan} decides: it asks Slurm to drain and
 * "reboot" as many outdated workers as may be away at once; the power action of that reboot runs on
 * the worker when no job is left, and puts the label {@code ready} on its pod, which is then
 * deleted. {@link io.coxswain.slurm.rollingupdate.RollingUpdateReconciler} observes and does it.
 *
 * <p>Guarantees: a pod is deleted only if its worker said that it is ready, or never got to start,
 * or if Slurm says that the node is offline with nothing allocated. Where Slurm does not answer, or
 * leaves a node out, nothing is touched.
 */
@NullMarked
package io.coxswain.slurm.rollingupdate;

import org.jspecify.annotations.NullMarked;
