/**
 * Kubeflow Trainer v2: the controllers of TrainJob, TrainingRuntime and ClusterTrainingRuntime.
 *
 * <p>{@link io.coxswain.trainer.TrainerControllers} registers them with a manager; {@link
 * io.coxswain.trainer.ShippedRuntimes} are the runtimes that come with the program. To read on,
 * follow a TrainJob: {@link io.coxswain.trainer.trainjob} (one reconcile), {@link
 * io.coxswain.trainer.runtime} (its runtime, and the result of merging with it), {@link
 * io.coxswain.trainer.framework} and {@link io.coxswain.trainer.plugins} (what each machine
 * learning framework adds).
 *
 * <p>This module interacts with the others only through API objects: it applies JobSets and reads
 * their status.
 */
@NullMarked
package io.coxswain.trainer;

import org.jspecify.annotations.NullMarked;
