package io.coxswain.kube.statefulset;

import static io.coxswain.kube.statefulset.StatefulSetFixture.ofReplicas;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.runtime.client.Owners;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClaimOwnersTest {

  private static PersistentVolumeClaim claim(OwnerReference... owners) {
    return new PersistentVolumeClaimBuilder()
        .withNewMetadata()
        .withName("data-web-0")
        .withOwnerReferences(owners)
        .endMetadata()
        .build();
  }

  private static OwnerReference owner(String apiVersion, String kind, String name, String uid) {
    return new OwnerReferenceBuilder()
        .withApiVersion(apiVersion)
        .withKind(kind)
        .withName(name)
        .withUid(uid)
        .withController(true)
        .build();
  }

  /**
   * The table of the specification: who owns the claim of a pod that stays, and of one that goes.
   */
  @ParameterizedTest
  @CsvSource({
    "Retain, Retain, '', ''",
    "Retain, Delete, StatefulSet, StatefulSet",
    "Delete, Retain, '', Pod",
    "Delete, Delete, StatefulSet, Pod"
  })
  void followTheRetentionPolicy(
      String whenScaled, String whenDeleted, String ofOneThatStays, String ofOneThatGoes) {
    var fixture =
        ofReplicas(1).retention(whenScaled, whenDeleted).ready(0, "web-new").ready(1, "web-new");

    assertThat(ownerAfter(fixture, fixture.pods.get(0))).isEqualTo(ofOneThatStays);
    assertThat(ownerAfter(fixture, fixture.pods.get(1))).isEqualTo(ofOneThatGoes);
  }

  private static String ownerAfter(StatefulSetFixture fixture, Pod pod) {
    var owners = new ClaimOwners(fixture.set, pod);
    PersistentVolumeClaim claim = claim();
    owners.set(claim);
    assertThat(owners.areRight(claim)).isTrue();
    assertThat(Owners.of(claim)).allMatch(OwnerReference::getController);
    return String.join(",", Owners.of(claim).stream().map(OwnerReference::getKind).toList());
  }

  @Test
  void areTakenOffWhenThePolicyNoLongerWantsThem() {
    var fixture = ofReplicas(1).retention("Retain", "Retain").ready(0, "web-new");
    var owners = new ClaimOwners(fixture.set, fixture.pods.getFirst());
    PersistentVolumeClaim claim = claim(owner("apps/v1", "StatefulSet", "web", "set-uid"));

    assertThat(owners.areRight(claim)).isFalse();
    owners.set(claim);
    assertThat(Owners.of(claim)).isEmpty();
  }

  @Test
  void ofAnEarlierSetAreLeftAlone() {
    var fixture = ofReplicas(1).retention("Retain", "Delete").ready(0, "web-new");
    var owners = new ClaimOwners(fixture.set, fixture.pods.getFirst());

    assertThat(owners.areRight(claim(owner("apps/v1", "StatefulSet", "web", "earlier")))).isTrue();
    assertThat(owners.areRight(claim(owner("v1", "Pod", "web-0", "earlier")))).isTrue();
  }

  @Test
  void yieldToAnotherController() {
    var fixture = ofReplicas(1).retention("Retain", "Delete").ready(0, "web-new");
    var owners = new ClaimOwners(fixture.set, fixture.pods.getFirst());
    PersistentVolumeClaim claim =
        claim(
            owner("example.com/v1", "Disk", "d", "disk"),
            owner("apps/v1", "StatefulSet", "web", "set-uid"));

    assertThat(owners.hasConflict(claim)).isTrue();
    assertThat(owners.areRight(claim)).isFalse();
    owners.set(claim);
    assertThat(Owners.of(claim)).extracting(OwnerReference::getKind).containsExactly("Disk");
    assertThat(owners.areRight(claim)).isTrue();
  }

  @Test
  void becomeControllersIfTheyAreNot() {
    var fixture = ofReplicas(1).retention("Retain", "Delete").ready(0, "web-new");
    var owners = new ClaimOwners(fixture.set, fixture.pods.getFirst());
    OwnerReference plain = owner("apps/v1", "StatefulSet", "web", "set-uid");
    plain.setController(null);
    PersistentVolumeClaim claim = claim(plain);

    assertThat(owners.areRight(claim)).isFalse();
    owners.set(claim);
    assertThat(Owners.of(claim)).singleElement().matches(OwnerReference::getController);
  }
}
