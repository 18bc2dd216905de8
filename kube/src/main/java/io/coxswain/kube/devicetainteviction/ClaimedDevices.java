package io.coxswain.kube.devicetainteviction;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.common.PodClaims;
import io.coxswain.kube.common.Pods;
import io.coxswain.runtime.client.Owners;
import io.coxswain.runtime.client.Reader;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1alpha3.DeviceTaintRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** Observes pods, their claims, and the devices that are allocated to these. */
final class ClaimedDevices {
  /** The index of claims by the pools of their devices. */
  static final String CLAIMS_BY_POOL = "resource-claim-pool-index";

  /** The index of slices by their pool. */
  static final String SLICES_BY_POOL = "resource-slice-pool-index";

  private final Reader cache;
  private final boolean rules;

  ClaimedDevices(Reader cache, boolean rules) {
    this.cache = cache;
    this.rules = rules;
  }

  /** The rules with the effect NoExecute. */
  List<DeviceTaintRule> evictingRules() throws ApiException {
    return rules
        ? cache.list(DeviceTaintRule.class).toList().stream().filter(TaintRules::evicts).toList()
        : List.of();
  }

  /** Whether, when and why the pod must be evicted. */
  Optional<DeviceEviction> eviction(Pod pod, List<DeviceTaintRule> evicting) throws ApiException {
    if (!Pods.isAssigned(pod)) {
      return Optional.empty();
    }
    Optional<DeviceEviction> all = Optional.empty();
    for (PodResourceClaim entry : PodClaims.of(pod)) {
      Optional<ResourceClaim> claim = claim(pod, entry);
      if (claim.isPresent()) {
        Optional<DeviceEviction> one = DeviceEviction.of(claim.get(), pools(claim.get()), evicting);
        all =
            all.isPresent() && one.isPresent()
                ? Optional.of(all.get().and(one.get()))
                : all.or(() -> one);
      }
    }
    return all;
  }

  /** The claim of an entry, if it is the pod's and reserved for it. */
  private Optional<ResourceClaim> claim(Pod pod, PodResourceClaim entry) throws ApiException {
    Optional<String> name = PodClaims.name(pod, entry);
    if (name.isEmpty()) {
      return Optional.empty();
    }
    return cache
        .get(ResourceClaim.class, ObjectKey.of(pod).sibling(name.get()))
        .filter(c -> entry.getResourceClaimName() != null || Owners.isControlledBy(c, pod))
        .filter(c -> Allocations.isReservedFor(c, pod));
  }

  private Map<String, DevicePool> pools(ResourceClaim claim) throws ApiException {
    var pools = new TreeMap<String, DevicePool>();
    for (String id : Allocations.pools(claim)) {
      pools.put(
          id, new DevicePool(cache.list(ResourceSlice.class).by(SLICES_BY_POOL, id).toList()));
    }
    return pools;
  }

  /**
   * What a rule does, or would do with the effect NoExecute.
   *
   * @param pods pods that must be evicted because of it and are not being deleted yet
   * @param namespaces the number of their namespaces
   */
  record Impact(long pods, long namespaces) {}

  Impact impact(DeviceTaintRule rule) throws ApiException {
    List<DeviceTaintRule> alone = List.of(TaintRules.evicting(rule));
    long pods = 0;
    var namespaces = new TreeSet<String>();
    for (ObjectKey user : users(rule)) {
      Optional<Pod> pod = cache.get(Pod.class, user).filter(p -> !Pods.isDeleting(p));
      if (pod.isPresent()
          && eviction(pod.get(), alone).filter(e -> !e.rules().isEmpty()).isPresent()) {
        pods++;
        namespaces.add(user.namespace());
      }
    }
    return new Impact(pods, namespaces.size());
  }

  private static boolean selects(DeviceTaintRule rule, DeviceRequestAllocationResult result) {
    return TaintRules.selects(rule, result.getDriver(), result.getPool(), result.getDevice());
  }

  /** The pods that use a device that the rule selects, as far as their claims are reserved. */
  List<ObjectKey> users(DeviceTaintRule rule) throws ApiException {
    var users = new TreeSet<ObjectKey>();
    for (ResourceClaim claim : cache.list(ResourceClaim.class).toList()) {
      if (Allocations.results(claim).stream().anyMatch(result -> selects(rule, result))) {
        users.addAll(Allocations.pods(claim));
      }
    }
    return List.copyOf(users);
  }

  /**
   * The devices that a rule selects.
   *
   * @param published in slices of the newest generation of their pools
   * @param allocated to claims
   */
  record Selected(long published, long allocated) {}

  Selected selected(DeviceTaintRule rule) throws ApiException {
    var pools = new TreeMap<String, List<ResourceSlice>>();
    for (ResourceSlice slice : cache.list(ResourceSlice.class).toList()) {
      pools.computeIfAbsent(DevicePool.id(slice), id -> new ArrayList<>()).add(slice);
    }
    long published = 0;
    for (List<ResourceSlice> slices : pools.values()) {
      for (ResourceSlice slice : new DevicePool(slices).current()) {
        for (Device device : DevicePool.devices(slice)) {
          if (TaintRules.selects(
              rule,
              slice.getSpec().getDriver(),
              slice.getSpec().getPool().getName(),
              device.getName())) {
            published++;
          }
        }
      }
    }
    long allocated = 0;
    for (ResourceClaim claim : cache.list(ResourceClaim.class).toList()) {
      allocated +=
          Allocations.results(claim).stream().filter(result -> selects(rule, result)).count();
    }
    return new Selected(published, allocated);
  }
}
