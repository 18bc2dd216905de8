/**
 * Turns an ActiveCheck into a CronJob, and has it run once at the beginning.
 *
 * <p>{@link io.coxswain.slurm.checks.activecheck.ActiveCheckController} wires, {@link
 * io.coxswain.slurm.checks.activecheck.ActiveCheckReconciler} runs, {@link
 * io.coxswain.slurm.checks.activecheck.Readiness} decides whether it is time. What it waits for or
 * cannot use stands in the condition {@code Ready} of the check, and what is wrong with it in an
 * event too: a cluster, check, ConfigMap or PodTemplate that is missing, a schedule that makes no
 * sense.
 */
@NullMarked
package io.coxswain.slurm.checks.activecheck;

import org.jspecify.annotations.NullMarked;
