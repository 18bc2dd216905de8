/**
 * The kinds {@code trainer.kubeflow.org/v1alpha1} as Java types: {@link
 * io.coxswain.api.trainer.TrainJob}, {@link io.coxswain.api.trainer.TrainingRuntime}, {@link
 * io.coxswain.api.trainer.ClusterTrainingRuntime} and {@link
 * io.coxswain.api.trainer.OptimizationJob} are the entry points.
 *
 * <p>Jackson beans, as in {@link io.coxswain.api.jobset}: null is not written, and neither are
 * empty values, except where an empty value differs from an absent one. Every field with a default
 * may still be null, because objects written before the default existed, and snapshots of them, are
 * read too. The annotations contain the constraints of the {@linkplain io.coxswain.api.crd CRD};
 * nothing here checks them.
 */
@NullMarked
package io.coxswain.api.trainer;

import org.jspecify.annotations.NullMarked;
