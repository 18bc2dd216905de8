package io.coxswain.kube.resourceclaim;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.property.AlphaChars;
import io.coxswain.evidence.property.ForAll;
import io.coxswain.evidence.property.IntRange;
import io.coxswain.evidence.property.Property;
import io.coxswain.evidence.property.Size;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.PodResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.PodResourceClaimStatusBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimConsumerReferenceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimTemplateBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ClaimPlanTest {
  private static ResourceClaim claim(
      Set<Integer> users, boolean isProtected, boolean isAllocated, boolean isDeleting) {
    var references = new ArrayList<ResourceClaimConsumerReferenceBuilder>();
    users.forEach(
        u ->
            references.add(
                new ResourceClaimConsumerReferenceBuilder()
                    .withResource("pods")
                    .withName("p" + u)
                    .withUid("u" + u)));
    return new ResourceClaimBuilder()
        .withNewMetadata()
        .withName("c")
        .withFinalizers(isProtected ? List.of(ResourceClaimPlan.PROTECTION, "x/y") : List.of("x/y"))
        .withDeletionTimestamp(isDeleting ? "2026-01-01T00:00:00Z" : null)
        .endMetadata()
        .withNewStatus()
        .withAllocation(isAllocated ? new AllocationResult() : null)
        .withReservedFor(references.stream().map(r -> r.build()).toList())
        .endStatus()
        .build();
  }

  @Property
  void neverTakesAClaimFromAPodThatMayRun(
      @ForAll @Size(max = 4) Set<@IntRange(max = 5) Integer> users,
      @ForAll @Size(max = 4) Set<@IntRange(max = 5) Integer> gone,
      @ForAll boolean isProtected,
      @ForAll boolean isAllocated,
      @ForAll boolean isDeleting,
      @ForAll boolean ownerIsDone) {
    var uids = new TreeMap<String, Integer>();
    gone.forEach(u -> uids.put("u" + u, u));

    ResourceClaimPlan plan =
        ResourceClaimPlan.of(
            claim(users, isProtected, isAllocated, isDeleting), uids.keySet(), ownerIsDone);

    boolean isUsed = users.stream().anyMatch(u -> !gone.contains(u));
    assertThat(plan.users()).noneMatch(u -> uids.containsKey(u.getUid()));
    assertThat(plan.users().isEmpty()).isEqualTo(!isUsed);
    if (isUsed) {
      assertThat(plan.deallocate() || plan.unprotect() || plan.delete()).isFalse();
    }
    if (users.isEmpty() && !isDeleting) {
      assertThat(plan.release() || plan.deallocate() || plan.unprotect()).isFalse();
    }
    if (plan.unprotect() && isAllocated) {
      assertThat(plan.deallocate()).isTrue();
    }
  }

  @Property
  void isIdempotent(
      @ForAll @Size(max = 4) Set<@IntRange(max = 5) Integer> users,
      @ForAll boolean isAllocated,
      @ForAll boolean isDeleting) {
    ResourceClaim claim = claim(users, true, isAllocated, isDeleting);
    ResourceClaimPlan plan = ResourceClaimPlan.of(claim, Set.of("u0", "u1"), false);

    claim.getStatus().setReservedFor(plan.users());
    if (plan.deallocate()) {
      claim.getStatus().setAllocation(null);
    }
    if (plan.unprotect()) {
      claim.getMetadata().setFinalizers(List.of("x/y"));
    }
    ResourceClaimPlan next = ResourceClaimPlan.of(claim, Set.of("u0", "u1"), false);

    assertThat(next.release() || next.deallocate() || next.unprotect() || next.delete()).isFalse();
  }

  // ---- pods

  private static Pod pod(List<PodResourceClaim> entries, Map<String, String> told) {
    var statuses = new ArrayList<PodResourceClaimStatusBuilder>();
    told.forEach(
        (entry, claim) ->
            statuses.add(
                new PodResourceClaimStatusBuilder().withName(entry).withResourceClaimName(claim)));
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName("p")
        .withUid("u")
        .endMetadata()
        .withNewSpec()
        .withResourceClaims(entries)
        .endSpec()
        .withNewStatus()
        .withResourceClaimStatuses(statuses.stream().map(s -> s.build()).toList())
        .endStatus()
        .build();
  }

  private static ResourceClaim made(Pod pod, String entry, int number) {
    ResourceClaim claim =
        ClaimTemplates.claim(
            pod,
            entry,
            new ResourceClaimTemplateBuilder()
                .withNewSpec()
                .withNewSpec()
                .endSpec()
                .endSpec()
                .build());
    claim.getMetadata().setName(entry + "-" + number);
    return claim;
  }

  /** Each entry has one claim or none yet; the status may or may not tell of it. */
  @Property
  void createsOnlyMissingClaims(
      @ForAll @Size(5) List<Boolean> isThere, @ForAll @Size(5) List<Boolean> isTold) {
    var entries = new ArrayList<PodResourceClaim>();
    var told = new TreeMap<String, String>();
    for (int i = 0; i < 5; i++) {
      entries.add(
          new PodResourceClaimBuilder()
              .withName("e" + i)
              .withResourceClaimTemplateName("t")
              .build());
      if (isTold.get(i)) {
        told.put("e" + i, "e" + i + "-0");
      }
    }
    Pod pod = pod(entries, told);
    var owned = new ArrayList<ResourceClaim>();
    var known = new TreeMap<String, ResourceClaim>();
    boolean untold = false;
    for (int i = 0; i < 5; i++) {
      if (isThere.get(i)) {
        ResourceClaim claim = made(pod, "e" + i, 0);
        owned.add(claim);
        known.put(claim.getMetadata().getName(), claim);
        untold |= !isTold.get(i);
      }
    }

    PodClaimsPlan plan = PodClaimsPlan.of(pod, known, owned);

    assertThat(plan.made()).hasSize(owned.size());
    assertThat(plan.missing()).hasSize(5 - owned.size());
    assertThat(plan.untold()).isEqualTo(untold);
  }

  @Test
  void createsAnotherClaimIfTheRecordedOneBelongsToAnotherPod() {
    var entry =
        new PodResourceClaimBuilder().withName("e").withResourceClaimTemplateName("t").build();
    Pod pod = pod(List.of(entry), Map.of("e", "e-0"));
    ResourceClaim foreign = made(pod, "e", 0);
    foreign.getMetadata().getOwnerReferences().getFirst().setUid("another");

    PodClaimsPlan plan = PodClaimsPlan.of(pod, Map.of("e-0", foreign), List.of());

    assertThat(plan.missing()).containsExactly(entry);
  }

  @Test
  void makesNoneForAnEntryThatWasFoundToNeedNone() {
    var entry =
        new PodResourceClaimBuilder().withName("e").withResourceClaimTemplateName("t").build();
    var none = new TreeMap<String, String>();
    none.put("e", null);

    assertThat(PodClaimsPlan.of(pod(List.of(entry), none), Map.of(), List.of()).missing())
        .isEmpty();
  }

  private static ResourceClaim allocated(String name, String... users) {
    ResourceClaim claim =
        claim(Set.of(), true, true, false)
            .edit()
            .editMetadata()
            .withName(name)
            .endMetadata()
            .build();
    claim
        .getStatus()
        .setReservedFor(
            Stream.of(users)
                .map(uid -> new ResourceClaimConsumerReferenceBuilder().withUid(uid).build())
                .toList());
    return claim;
  }

  private static List<ResourceClaim> toReserve(Pod pod, ResourceClaim claim) {
    return PodClaimsPlan.of(pod, Map.of("c", claim), List.of()).toReserve();
  }

  @Test
  void reservesAllocatedClaimsForAPodThatWasAssignedWithoutTheScheduler() {
    Pod pod =
        pod(
            List.of(new PodResourceClaimBuilder().withName("e").withResourceClaimName("c").build()),
            Map.of());
    ResourceClaim claim = allocated("c", "other");

    assertThat(toReserve(pod, claim)).isEmpty();
    pod.getSpec().setNodeName("n");
    assertThat(toReserve(pod, claim)).containsExactly(claim);
    assertThat(toReserve(pod, allocated("c", "other", "u"))).isEmpty();
    String[] many = new String[PodClaimsPlan.MAX_USERS];
    Arrays.fill(many, "other");
    assertThat(toReserve(pod, allocated("c", many))).isEmpty();
    assertThat(toReserve(pod, allocated("c", Arrays.copyOf(many, many.length - 1)))).hasSize(1);
    assertThat(toReserve(pod, claim(Set.of(), true, false, false))).isEmpty();
    assertThat(toReserve(pod, claim(Set.of(), true, true, true))).isEmpty();
    claim.setStatus(null);
    assertThat(toReserve(pod, claim)).isEmpty();
  }

  @Test
  void reservesOnlyItsOwnClaimForAnEntryWithATemplate() {
    var entry =
        new PodResourceClaimBuilder().withName("e").withResourceClaimTemplateName("t").build();
    Pod pod = pod(List.of(entry), Map.of("e", "c"));
    pod.getSpec().setNodeName("n");
    ResourceClaim own = made(pod, "e", 0);
    own.setStatus(allocated("c").getStatus());

    assertThat(toReserve(pod, own)).containsExactly(own);
    assertThat(toReserve(pod, allocated("c"))).isEmpty();
  }

  @Test
  void leavesThePodsThatAreDeletedOrDone() {
    var entry =
        new PodResourceClaimBuilder().withName("e").withResourceClaimTemplateName("t").build();
    Pod deleted = pod(List.of(entry), Map.of());
    deleted.getMetadata().setDeletionTimestamp("2026-01-01T00:00:00Z");
    Pod done = pod(List.of(entry), Map.of());
    done.getStatus().setPhase("Succeeded");

    assertThat(PodClaimsPlan.of(deleted, Map.of(), List.of()).missing()).isEmpty();
    assertThat(PodClaimsPlan.of(done, Map.of(), List.of()).missing()).isEmpty();
  }

  @Property
  void leavesRoomInNames(
      @ForAll @AlphaChars @Size(min = 1, max = 250) String pod,
      @ForAll @AlphaChars @Size(min = 1, max = 63) String entry) {
    String prefix = ClaimTemplates.namePrefix(pod, entry);

    assertThat(prefix.length()).isLessThanOrEqualTo(58);
    if (pod.length() + entry.length() <= 55) {
      assertThat(prefix).isEqualTo(pod + "-" + entry + "-");
    }
  }
}
