/**
 * The kinds {@code trainer.kubeflow.org/v1alpha1} as Java types: {@link
 * io.coxswain.api.trainer.TrainJob}, {@link io.coxswain.api.trainer.TrainingRuntime}, {@link
 * io.coxswain.api.trainer.ClusterTrainingRuntime} and {@link
 * io.coxswain.api.trainer.OptimizationJob} are the entries.
 *
 * <p>Plain beans for Jackson, as in {@link io.coxswain.api.jobset}: what is null is not written,
 * and neither is what is empty, except where an empty value is not the same as an absent one. Every
 * field for which the kind has a default may still be null: objects written before the default
 * existed, and snapshots of them, are read too. The annotations say what the {@linkplain
 * io.coxswain.api.crd definition of the kind} says; nothing here checks them.
 */
@NullMarked
package io.coxswain.api.trainer;

import org.jspecify.annotations.NullMarked;
