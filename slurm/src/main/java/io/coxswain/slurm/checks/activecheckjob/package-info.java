/**
 * Follows the Jobs of active checks: what became of them goes into the check's status, and what
 * Slurm jobs found out about nodes goes back to Slurm.
 *
 * <p>{@link io.coxswain.slurm.checks.activecheckjob.ActiveCheckJobController} wires, {@link
 * io.coxswain.slurm.checks.activecheckjob.ActiveCheckJobReconciler} runs; {@link
 * io.coxswain.slurm.checks.activecheckjob.SlurmRun} works out how far the Slurm jobs of a run are.
 *
 * <p>Guarantees: a Slurm job that accounting does not know (yet) is never taken for one that ended
 * well; each one that ended is reacted to, once unless the program dies right then; the status is
 * written before a job is ticked off, so that a failure is not forgotten between the two; an older
 * run does not write over the status of a newer one.
 */
@NullMarked
package io.coxswain.slurm.checks.activecheckjob;

import org.jspecify.annotations.NullMarked;
