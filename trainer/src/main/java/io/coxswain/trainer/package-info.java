/**
 * Kubeflow Trainer v2: the controllers of TrainJob, TrainingRuntime and ClusterTrainingRuntime.
 *
 * <p>{@link io.coxswain.trainer.TrainerControllers} registers them with a manager; {@link
 * io.coxswain.trainer.ShippedRuntimes} are the runtimes that come with the program. To read on,
 * follow a job: {@link io.coxswain.trainer.trainjob} (one pass over it), {@link
 * io.coxswain.trainer.runtime} (its runtime, and what it becomes when merged with it), {@link
 * io.coxswain.trainer.framework} and {@link io.coxswain.trainer.plugins} (what each machine
 * learning framework adds).
 *
 * <p>This module meets the others only through API objects: it applies JobSets and reads their
 * status.
 */
@NullMarked
package io.coxswain.trainer;

import org.jspecify.annotations.NullMarked;
