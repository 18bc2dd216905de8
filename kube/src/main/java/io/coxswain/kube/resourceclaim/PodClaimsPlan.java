package io.coxswain.kube.resourceclaim;

import io.coxswain.kube.common.PodClaims;
import io.coxswain.kube.common.Pods;
import io.coxswain.runtime.client.Owners;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimConsumerReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The actions for the claims of a pod.
 *
 * @param missing entries that need a new claim from their template
 * @param made existing claims from templates, by entry name
 * @param untold whether the pod's status lacks existing claims
 * @param toReserve allocated claims to reserve for the pod
 */
record PodClaimsPlan(
    List<PodResourceClaim> missing,
    SortedMap<String, String> made,
    boolean untold,
    List<ResourceClaim> toReserve) {

  /** The annotation with the entry that a claim was created for. */
  static final String ENTRY = "resource.kubernetes.io/pod-claim-name";

  /** Maximum number of users, as the API server enforces it. */
  static final int MAX_USERS = 256;

  /**
   * @param known the claims that the pod refers to, by name
   * @param owned the claims that the pod controls, in order
   */
  static PodClaimsPlan of(Pod pod, Map<String, ResourceClaim> known, List<ResourceClaim> owned) {
    var missing = new ArrayList<PodResourceClaim>();
    var made = new TreeMap<String, String>();
    boolean untold = false;
    if (Pods.isDeleting(pod) || PodClaims.isDone(pod)) {
      return new PodClaimsPlan(missing, made, untold, List.of());
    }
    for (PodResourceClaim entry : PodClaims.of(pod)) {
      if (entry.getResourceClaimTemplateName() == null || needsNone(pod, entry)) {
        continue;
      }
      Optional<String> told =
          PodClaims.name(pod, entry)
              .filter(
                  name ->
                      Optional.ofNullable(known.get(name))
                          .filter(claim -> Owners.isControlledBy(claim, pod))
                          .isPresent());
      Optional<String> found =
          told.or(() -> find(entry, owned).map(claim -> claim.getMetadata().getName()));
      if (found.isPresent()) {
        made.put(entry.getName(), found.get());
      } else {
        missing.add(entry);
      }
      untold |= told.isEmpty() && found.isPresent();
    }
    return new PodClaimsPlan(missing, made, untold, toReserve(pod, known));
  }

  /** The entry was already recorded as needing no claim. */
  private static boolean needsNone(Pod pod, PodResourceClaim entry) {
    return PodClaims.status(pod, entry)
        .filter(status -> status.getResourceClaimName() == null)
        .isPresent();
  }

  private static Optional<ResourceClaim> find(PodResourceClaim entry, List<ResourceClaim> owned) {
    return owned.stream()
        .filter(
            claim ->
                claim.getMetadata().getAnnotations() != null
                    && entry.getName().equals(claim.getMetadata().getAnnotations().get(ENTRY)))
        .findFirst();
  }

  /** Before a pod is bound, the scheduler reserves its claims. */
  private static List<ResourceClaim> toReserve(Pod pod, Map<String, ResourceClaim> known) {
    var toReserve = new ArrayList<ResourceClaim>();
    if (!Pods.isAssigned(pod)) {
      return toReserve;
    }
    for (PodResourceClaim entry : PodClaims.of(pod)) {
      PodClaims.name(pod, entry)
          .map(known::get)
          .filter(claim -> isUsable(pod, entry, claim))
          .ifPresent(toReserve::add);
    }
    return toReserve;
  }

  private static boolean isUsable(Pod pod, PodResourceClaim entry, ResourceClaim claim) {
    List<ResourceClaimConsumerReference> users = ResourceClaimPlan.users(claim);
    return claim.getStatus() != null
        && claim.getStatus().getAllocation() != null
        && claim.getMetadata().getDeletionTimestamp() == null
        && (entry.getResourceClaimTemplateName() == null || Owners.isControlledBy(claim, pod))
        && users.size() < MAX_USERS
        && users.stream().noneMatch(user -> pod.getMetadata().getUid().equals(user.getUid()));
  }
}
