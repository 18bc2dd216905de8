package io.coxswain.kube.statefulset;

import io.coxswain.api.ResourceType;
import io.coxswain.runtime.client.Owners;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The required owner of a pod's claims, by which the garbage collector implements the retention
 * policy of the set: the set, if claims are deleted with it; the pod, after it is scaled down; or
 * none.
 *
 * @param pod an existing pod, or one to be created, which has no UID yet
 */
record ClaimOwners(StatefulSet set, Pod pod) {

  private boolean deletedWhenScaled() {
    var policy = set.getSpec().getPersistentVolumeClaimRetentionPolicy();
    return policy != null && "Delete".equals(policy.getWhenScaled());
  }

  private boolean deletedWithSet() {
    var policy = set.getSpec().getPersistentVolumeClaimRetentionPolicy();
    return policy != null && "Delete".equals(policy.getWhenDeleted());
  }

  private boolean scaledAway() {
    return !Ordinals.of(set).contains(pod);
  }

  private boolean setMustOwn() {
    return deletedWithSet() && !(deletedWhenScaled() && scaledAway());
  }

  private boolean podMustOwn() {
    return deletedWhenScaled() && scaledAway();
  }

  /**
   * Whether the claim belongs to an earlier pod with this name and will be garbage-collected: a new
   * pod must wait for that.
   */
  boolean isLeftOver(PersistentVolumeClaim claim) {
    return deletedWhenScaled() && isStale(claim, pod);
  }

  /** Whether no change is needed, or the claim must not be changed. */
  boolean areRight(PersistentVolumeClaim claim) {
    if (isStale(claim, set) || isStale(claim, pod)) {
      return true;
    }
    boolean bySet = isOwner(claim, set);
    boolean byPod = isOwner(claim, pod);
    if (hasConflict(claim)) {
      return !bySet && !byPod;
    }
    return !ownsWithoutControlling(claim) && bySet == setMustOwn() && byPod == podMustOwn();
  }

  /** Corrects the owner references of the given claim object only, not on the server. */
  void set(PersistentVolumeClaim claim) {
    boolean conflict = hasConflict(claim);
    var owners = new ArrayList<>(Owners.of(claim));
    owners.removeIf(o -> names(o, set) || names(o, pod));
    if (!conflict && setMustOwn()) {
      owners.add(Owners.controlledBy(set));
    }
    if (!conflict && podMustOwn()) {
      owners.add(Owners.controlledBy(pod));
    }
    claim.getMetadata().setOwnerReferences(owners);
  }

  /** Whether another controller owns the claim, so that the policy cannot be applied. */
  boolean hasConflict(PersistentVolumeClaim claim) {
    if (!deletedWhenScaled() && !deletedWithSet()) {
      return false;
    }
    for (OwnerReference owner : Owners.of(claim)) {
      if (names(owner, set) || names(owner, pod)) {
        HasMetadata ours = names(owner, set) ? set : pod;
        if (!Objects.equals(owner.getUid(), ours.getMetadata().getUid())) {
          return true;
        }
      } else if (Boolean.TRUE.equals(owner.getController())) {
        return true;
      }
    }
    return false;
  }

  private boolean ownsWithoutControlling(PersistentVolumeClaim claim) {
    return Owners.of(claim).stream()
        .filter(o -> isUidOf(o, set) || isUidOf(o, pod))
        .anyMatch(o -> !Boolean.TRUE.equals(o.getController()));
  }

  private static boolean isOwner(PersistentVolumeClaim claim, HasMetadata owner) {
    return Owners.of(claim).stream().anyMatch(o -> isUidOf(o, owner));
  }

  /** Whether the first reference with that name refers to a deleted object. */
  private static boolean isStale(PersistentVolumeClaim claim, HasMetadata owner) {
    List<OwnerReference> named =
        Owners.of(claim).stream().filter(o -> names(o, owner)).limit(1).toList();
    return !named.isEmpty() && !isUidOf(named.getFirst(), owner);
  }

  private static boolean names(OwnerReference reference, HasMetadata object) {
    ResourceType type = ResourceType.of(object.getClass());
    return type.apiVersion().equals(reference.getApiVersion())
        && type.kind().equals(reference.getKind())
        && object.getMetadata().getName().equals(reference.getName());
  }

  private static boolean isUidOf(OwnerReference reference, HasMetadata object) {
    return Objects.equals(reference.getUid(), object.getMetadata().getUid());
  }
}
