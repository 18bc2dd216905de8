/**
 * How the operator brings objects it has rendered to the server; the same for every kind.
 *
 * <p>{@link io.coxswain.slurm.reconcile.OwnedObjects} creates, patches, replaces and deletes;
 * {@link io.coxswain.slurm.reconcile.PatchedFields} says which fields of a kind are kept as
 * rendered; {@link io.coxswain.slurm.reconcile.Versions} is the annotation {@code versions}, by
 * which pods are restarted when something they read at their start has changed; {@link
 * io.coxswain.slurm.reconcile.Steps} lets several things be done of which each may fail.
 *
 * <p>Guarantees: nothing is sent that would change nothing, as far as this process knows: after a
 * restart each object may be patched once in vain. What others put into fields that are not
 * rendered stays, unless a version in the annotation changes: then the object is replaced whole. An
 * object that somebody else made is kept up to date but not adopted, and never deleted.
 */
@NullMarked
package io.coxswain.slurm.reconcile;

import org.jspecify.annotations.NullMarked;
