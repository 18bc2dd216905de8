/**
 * The persistent volume binder: brings claims and volumes together, asks for volumes that do not
 * exist yet, and takes care of those whose claim is gone.
 *
 * <p>A claim and a volume are bound by four writes, in this order: the volume names the claim, the
 * volume is Bound, the claim names the volume, the claim is Bound. After a crash between any two of
 * them the next pass goes on where the last one stopped, since each is left out when it has been
 * done. The volume's reference to the claim, with its UID, is what decides: it is written under the
 * precondition that nobody changed the volume, so no volume is ever given to two claims.
 *
 * <ul>
 *   <li>{@link io.coxswain.kube.volumebinder.VolumeClaimReconciler} with {@link
 *       io.coxswain.kube.volumebinder.VolumeClaimPlan}: what a claim needs.
 *   <li>{@link io.coxswain.kube.volumebinder.VolumeReconciler} with {@link
 *       io.coxswain.kube.volumebinder.VolumePlan}: what becomes of a volume.
 *   <li>{@link io.coxswain.kube.volumebinder.VolumeMatch}: which volume fits a claim best.
 *   <li>{@link io.coxswain.kube.volumebinder.Plugins}: who provides and deletes volumes. Everybody
 *       but hostPath, which is meant for a single machine, is external: an annotation tells them.
 * </ul>
 *
 * <p>Claims that wait look again every {@code --pvclaimbinder-sync-period}, and at once when a
 * volume turns up that they can use, or their class. Volumes are not recycled: nothing here runs
 * the pods that would do so.
 */
@NullMarked
package io.coxswain.kube.volumebinder;

import org.jspecify.annotations.NullMarked;
