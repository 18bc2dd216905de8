/**
 * The resource claim controller: makes the ResourceClaims that pods ask for by template, and takes
 * claims back from pods that need them no more.
 *
 * <p>A pod's claims ({@link io.coxswain.kube.resourceclaim.PodClaimsPlan}): each entry that names a
 * template gets a claim of its own, owned by the pod and told in {@code
 * status.resourceClaimStatuses}. A claim that a crash left without such an entry is found again by
 * its owner and its annotation, so that no pod gets two. For a pod that was bound without a
 * scheduler that knows of claims, allocated claims are reserved.
 *
 * <p>A claim ({@link io.coxswain.kube.resourceclaim.ResourceClaimPlan}): users that will not run
 * any more are taken off, after the server itself has said so of those that the cache does not
 * know; with the last user go allocation and finalizer, in this order, and the claim itself if it
 * was made for a pod that is done. A claim that was never in use stays allocated. Each write is
 * refused if the claim has changed since it was looked at.
 *
 * <p>Begin with {@link io.coxswain.kube.resourceclaim.ResourceClaimController}.
 */
@NullMarked
package io.coxswain.kube.resourceclaim;

import org.jspecify.annotations.NullMarked;
