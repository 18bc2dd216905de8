/**
 * The OptimizationJob controller: searches for optimal hyperparameters, with one TrainJob per
 * trial. Upstream has only the kind so far; this implements its proposal without an additional
 * service, and beyond it the algorithms of {@link io.coxswain.trainer.suggestion}. Enabled by the
 * gate {@code OptimizationJob}.
 *
 * <p>{@link io.coxswain.trainer.optimizationjob.OptimizationJobController} wires it, {@code
 * OptimizationJobReconciler} is one reconcile: observe (the job and its trials), plan ({@code
 * OptimizationJobPlan}, pure), apply. {@code Trial} creates a TrainJob from the values of a trial,
 * and reads them and what it has reported.
 *
 * <p>Guarantees: names of trials are derived from the job alone, their values from the job and the
 * trials that exist, so that an interrupted reconcile is completed by the next one; random and grid
 * search choose the same values whatever the trials report; the limit on parallel trials is never
 * exceeded; {@code Complete} and {@code Failed} are final. All state is in the TrainJobs: a restart
 * loses nothing and writes nothing.
 *
 * <p>A trial that is stopped early is suspended, which deletes its pods and keeps what it reported.
 * It is not suspended again if it is resumed.
 */
@NullMarked
package io.coxswain.trainer.optimizationjob;

import org.jspecify.annotations.NullMarked;
