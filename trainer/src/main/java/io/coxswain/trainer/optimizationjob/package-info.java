/**
 * The OptimizationJob controller: searches for optimal hyperparameters, with one TrainJob per
 * trial. Upstream has only the kind so far; this implements random and grid search of its proposal,
 * without an additional service. Enabled by the gate {@code OptimizationJob}.
 *
 * <p>{@link io.coxswain.trainer.optimizationjob.OptimizationJobController} wires it, {@code
 * OptimizationJobReconciler} is one reconcile: observe (the job and its trials), plan ({@code
 * OptimizationJobPlan}, pure), apply. {@code Sampler} chooses the values of a trial, {@code Trial}
 * creates a TrainJob from them.
 *
 * <p>Guarantees: names and values of trials are derived from the job alone, so that an interrupted
 * reconcile is completed by the next one with the same trials, and a seed reproduces a search; the
 * limit on parallel trials is never exceeded; {@code Complete} and {@code Failed} are final.
 *
 * <p>It does not stop trials early and does not learn from ended trials.
 */
@NullMarked
package io.coxswain.trainer.optimizationjob;

import org.jspecify.annotations.NullMarked;
