/**
 * The resource claim controller: creates ResourceClaims from the templates of pods, and releases
 * claims from pods that no longer need them.
 *
 * <p>Pods ({@link io.coxswain.kube.resourceclaim.PodClaimsPlan}): each entry with a template gets
 * its own claim, owned by the pod and recorded in {@code status.resourceClaimStatuses}. After a
 * crash, a claim without such an entry is found by its owner and annotation, so that no pod gets
 * two. For a pod that was bound by a scheduler without support for claims, allocated claims are
 * reserved.
 *
 * <p>Claims ({@link io.coxswain.kube.resourceclaim.ResourceClaimPlan}): users that will not run any
 * more are removed; if a user is missing in the cache, the server is checked first. After the last
 * user, the allocation and the finalizer are removed, in this order, and the claim is deleted if it
 * was created for a pod that is done. A claim that was never in use stays allocated. Each write
 * carries the resourceVersion as a precondition.
 *
 * <p>Entry: {@link io.coxswain.kube.resourceclaim.ResourceClaimController}.
 */
@NullMarked
package io.coxswain.kube.resourceclaim;

import org.jspecify.annotations.NullMarked;
