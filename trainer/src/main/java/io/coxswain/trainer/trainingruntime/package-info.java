/**
 * TrainingRuntimes and ClusterTrainingRuntimes. Nothing is reconciled but the past: old versions
 * put a finalizer on runtimes in use, which {@link
 * io.coxswain.trainer.trainingruntime.TrainingRuntimeController} takes off again, so that a runtime
 * can be deleted at any time; jobs have their snapshots. {@link
 * io.coxswain.trainer.trainingruntime.TrainingRuntimeValidation} says what a runtime must have.
 */
@NullMarked
package io.coxswain.trainer.trainingruntime;

import org.jspecify.annotations.NullMarked;
