package io.coxswain.kube.resourceclaim;

import io.coxswain.kube.common.Finalizers;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimConsumerReference;
import java.util.List;
import java.util.Set;

/**
 * The changes of a claim, in the order of writing.
 *
 * @param users the remaining users
 * @param release whether users are removed
 * @param deallocate whether its devices are deallocated
 * @param unprotect whether its finalizer is removed
 * @param delete whether it is deleted
 */
record ResourceClaimPlan(
    List<ResourceClaimConsumerReference> users,
    boolean release,
    boolean deallocate,
    boolean unprotect,
    boolean delete) {

  /** The finalizer of every allocated claim. */
  static final String PROTECTION = "resource.kubernetes.io/delete-protection";

  /**
   * @param gone the UIDs of users that will not run any more
   * @param ownerIsDone whether it was created for a pod that no longer needs it
   */
  static ResourceClaimPlan of(ResourceClaim claim, Set<String> gone, boolean ownerIsDone) {
    List<ResourceClaimConsumerReference> before = users(claim);
    List<ResourceClaimConsumerReference> users =
        before.stream().filter(user -> !gone.contains(user.getUid())).toList();
    boolean isProtected = Finalizers.has(claim, PROTECTION);
    boolean isAllocated = claim.getStatus() != null && claim.getStatus().getAllocation() != null;
    boolean isDeleting = claim.getMetadata().getDeletionTimestamp() != null;
    boolean release = users.size() < before.size();
    // A claim without users may have been allocated in advance, and stays allocated.
    boolean isFree = isProtected && users.isEmpty() && (release || isDeleting);
    return new ResourceClaimPlan(
        users,
        release,
        isFree && isAllocated,
        isFree,
        users.isEmpty() && ownerIsDone && !isDeleting);
  }

  static List<ResourceClaimConsumerReference> users(ResourceClaim claim) {
    return claim.getStatus() == null || claim.getStatus().getReservedFor() == null
        ? List.of()
        : claim.getStatus().getReservedFor();
  }
}
