/**
 * TrainingRuntimes and ClusterTrainingRuntimes. Only a legacy is reconciled: old versions added a
 * finalizer to runtimes in use, which {@link
 * io.coxswain.trainer.trainingruntime.TrainingRuntimeController} removes, so that a runtime can be
 * deleted at any time; jobs have their snapshots. {@link
 * io.coxswain.trainer.trainingruntime.TrainingRuntimeValidation} validates runtimes.
 */
@NullMarked
package io.coxswain.trainer.trainingruntime;

import org.jspecify.annotations.NullMarked;
