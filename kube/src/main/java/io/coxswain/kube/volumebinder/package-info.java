/**
 * The persistent volume binder: binds claims and volumes, provisions volumes, and reclaims released
 * ones.
 *
 * <p>A claim and a volume are bound with four writes, in this order: the volume refers to the
 * claim, the volume is Bound, the claim refers to the volume, the claim is Bound. After a crash
 * between any two of them the next reconcile continues, because each write is skipped if it was
 * already done. The volume's reference to the claim, with its UID, is authoritative: it is written
 * with the resourceVersion as a precondition, so no volume is ever bound to two claims.
 *
 * <ul>
 *   <li>{@link io.coxswain.kube.volumebinder.VolumeClaimReconciler} with {@link
 *       io.coxswain.kube.volumebinder.VolumeClaimPlan}: claims.
 *   <li>{@link io.coxswain.kube.volumebinder.VolumeReconciler} with {@link
 *       io.coxswain.kube.volumebinder.VolumePlan}: volumes.
 *   <li>{@link io.coxswain.kube.volumebinder.VolumeMatch}: the best volume for a claim.
 *   <li>{@link io.coxswain.kube.volumebinder.Plugins}: provisioners. All except hostPath, which is
 *       for a single node, are external and are selected by annotation.
 * </ul>
 *
 * <p>Pending claims are reconciled every {@code --pvclaimbinder-sync-period}, and when a matching
 * volume or their class appears. Non-goal: recycling of volumes, which would run pods.
 */
@NullMarked
package io.coxswain.kube.volumebinder;

import org.jspecify.annotations.NullMarked;
