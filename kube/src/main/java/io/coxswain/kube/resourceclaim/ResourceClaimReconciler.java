package io.coxswain.kube.resourceclaim;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.common.Finalizers;
import io.coxswain.kube.common.PodClaims;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Deletion;
import io.coxswain.runtime.client.Owners;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimConsumerReference;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Releases a claim from pods that no longer need it. */
final class ResourceClaimReconciler implements Reconciler<ObjectKey> {
  private final Client client;

  ResourceClaimReconciler(Client client) {
    this.client = client;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<ResourceClaim> found = client.get(ResourceClaim.class, key);
    if (found.isEmpty()) {
      return Outcome.done();
    }
    ResourceClaim claim = found.get();
    ResourceClaimPlan plan = ResourceClaimPlan.of(claim, gone(claim), isOwnerDone(claim));
    ResourceClaim current = claim;
    if (plan.release() || plan.deallocate()) {
      current =
          client.patchStatus(
              current,
              copy -> {
                copy.getStatus().setReservedFor(plan.users());
                if (plan.deallocate()) {
                  copy.getStatus().setAllocation(null);
                }
              });
    }
    if (plan.unprotect()) {
      current = client.patch(current, copy -> Finalizers.strip(copy, ResourceClaimPlan.PROTECTION));
    }
    if (plan.delete()) {
      client.delete(current, Deletion.byDefault());
    }
    return Outcome.done();
  }

  // ---- observe

  private Set<String> gone(ResourceClaim claim) throws ApiException {
    var gone = new TreeSet<String>();
    for (ResourceClaimConsumerReference user : ResourceClaimPlan.users(claim)) {
      String group = user.getApiGroup();
      if (!"pods".equals(user.getResource()) || (group != null && !group.isEmpty())) {
        throw new IllegalStateException(
            "unsupported ReservedFor entry: %s %s of group \"%s\"; only pods can be looked up"
                .formatted(user.getResource(), user.getName(), group));
      }
      if (isGone(ObjectKey.of(claim).sibling(user.getName()), user.getUid())) {
        gone.add(user.getUid());
      }
    }
    return gone;
  }

  /**
   * Checks with the server if a pod is missing in the cache, because the scheduler may be placing
   * it right now.
   */
  private boolean isGone(ObjectKey key, String uid) throws ApiException {
    Optional<Pod> pod = client.get(Pod.class, key).filter(p -> isOf(uid, p));
    if (pod.isEmpty()) {
      pod = client.live().get(Pod.class, key).filter(p -> isOf(uid, p));
    }
    return pod.isEmpty() || PodClaims.isDone(pod.get());
  }

  private static boolean isOf(String uid, Pod pod) {
    return pod.getMetadata().getUid().equals(uid);
  }

  /** The garbage collector deletes claims whose owner does not exist. */
  private boolean isOwnerDone(ResourceClaim claim) throws ApiException {
    Optional<OwnerReference> owner =
        Owners.controllerOf(claim)
            .filter(o -> o.getKind().equals("Pod") && o.getApiVersion().equals("v1"));
    if (owner.isEmpty()) {
      return false;
    }
    return client
        .get(Pod.class, ObjectKey.of(claim).sibling(owner.get().getName()))
        .filter(
            pod ->
                !pod.getMetadata().getUid().equals(owner.get().getUid()) || PodClaims.isDone(pod))
        .isPresent();
  }
}
