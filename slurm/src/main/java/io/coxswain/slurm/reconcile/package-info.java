/**
 * Writes rendered objects to the server; the same for every kind.
 *
 * <p>{@link io.coxswain.slurm.reconcile.OwnedObjects} creates, patches, replaces and deletes;
 * {@link io.coxswain.slurm.reconcile.PatchedFields} determines which fields of a kind are kept as
 * rendered; {@link io.coxswain.slurm.reconcile.Versions} is the annotation {@code versions}, by
 * which pods are restarted when something they read at their start has changed; {@link
 * io.coxswain.slurm.reconcile.Steps} runs several steps each of which may fail.
 *
 * <p>{@link io.coxswain.slurm.reconcile.TemplatePlan} is what makes taking over from the Go
 * operator restart nothing: a pod template that another operator made stays until its rendering or
 * a dependency changes, or users ask for ours.
 *
 * <p>Guarantees: requests without effect are not sent, as far as this process knows: after a
 * restart each object may be patched once without effect. Fields that are not rendered keep their
 * values, unless a version in the annotation changes: then the whole object is replaced. An object
 * created by another client is updated but not adopted, and never deleted.
 */
@NullMarked
package io.coxswain.slurm.reconcile;

import org.jspecify.annotations.NullMarked;
