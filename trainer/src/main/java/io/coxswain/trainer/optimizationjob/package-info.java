/**
 * The OptimizationJob controller: looks for the hyperparameters that train best, by one TrainJob
 * for each trial. Upstream has the kind alone so far; this is what its proposal says of random and
 * grid search, without a service beside it. On behind the gate {@code OptimizationJob}.
 *
 * <p>{@link io.coxswain.trainer.optimizationjob.OptimizationJobController} wires it, {@code
 * OptimizationJobReconciler} is one pass: observe (the job and its trials), plan ({@code
 * OptimizationJobPlan}, pure), apply. {@code Sampler} finds the values of a trial, {@code Trial}
 * makes a TrainJob of them.
 *
 * <p>Guarantees: names and values of trials follow from the job alone, so that a pass that dies is
 * completed by the next one with the same trials, and a seed gives the same search again; never
 * more trials run than may; {@code Complete} and {@code Failed} are final.
 *
 * <p>It does not stop trials early and does not learn from trials that have ended.
 */
@NullMarked
package io.coxswain.trainer.optimizationjob;

import org.jspecify.annotations.NullMarked;
