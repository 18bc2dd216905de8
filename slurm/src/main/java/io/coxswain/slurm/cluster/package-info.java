/**
 * Brings up a SlurmCluster: everything of it but its workers.
 *
 * <p>{@link io.coxswain.slurm.cluster.ClusterReconciler} is the table of contents: check, fill the
 * jail, then one component after another. {@link io.coxswain.slurm.cluster.PopulateJailPlan} and
 * {@link io.coxswain.slurm.cluster.ClusterStatus} are pure; what is written is rendered by {@code
 * render}, and written by {@code reconcile}.
 *
 * <p>Guarantees: what fails in one component does not keep the others back; it stands in the
 * condition of the component, and in an event. Nothing runs in a jail that is not filled. Generated
 * secrets are made once and never rewritten. Deleting the SlurmCluster leaves its objects to
 * garbage collection; NodeSets are not owned by it.
 */
@NullMarked
package io.coxswain.slurm.cluster;

import org.jspecify.annotations.NullMarked;
