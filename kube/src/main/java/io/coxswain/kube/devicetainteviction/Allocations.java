package io.coxswain.kube.devicetainteviction;

import io.coxswain.api.ObjectKey;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimConsumerReference;
import java.util.List;
import java.util.Objects;

/** Reads what is allocated to ResourceClaims, and for which pods they are reserved. */
final class Allocations {
  private Allocations() {}

  /** The allocated devices; empty if the claim is not allocated. */
  static List<DeviceRequestAllocationResult> results(ResourceClaim claim) {
    return claim.getStatus() == null
            || claim.getStatus().getAllocation() == null
            || claim.getStatus().getAllocation().getDevices() == null
        ? List.of()
        : Objects.requireNonNullElse(
            claim.getStatus().getAllocation().getDevices().getResults(), List.of());
  }

  /** The ids of the pools of its devices, each once. */
  static List<String> pools(ResourceClaim claim) {
    return results(claim).stream()
        .map(result -> DevicePool.id(result.getDriver(), result.getPool()))
        .distinct()
        .toList();
  }

  private static List<ResourceClaimConsumerReference> users(ResourceClaim claim) {
    return claim.getStatus() == null || claim.getStatus().getReservedFor() == null
        ? List.of()
        : claim.getStatus().getReservedFor();
  }

  private static boolean isPod(ResourceClaimConsumerReference user) {
    return "pods".equals(user.getResource())
        && (user.getApiGroup() == null || user.getApiGroup().isEmpty());
  }

  /** The pods for which the claim is reserved. */
  static List<ObjectKey> pods(ResourceClaim claim) {
    ObjectKey key = ObjectKey.of(claim);
    return users(claim).stream()
        .filter(Allocations::isPod)
        .map(user -> key.sibling(user.getName()))
        .toList();
  }

  static boolean isReservedFor(ResourceClaim claim, Pod pod) {
    return users(claim).stream()
        .anyMatch(user -> Objects.equals(user.getUid(), pod.getMetadata().getUid()));
  }
}
