package io.coxswain.kube.volumebinder;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class VolumePlanTest {
  private static PersistentVolume volume(@Nullable String uid) {
    return new PersistentVolumeBuilder()
        .withNewMetadata()
        .withName("v")
        .endMetadata()
        .withNewSpec()
        .withPersistentVolumeReclaimPolicy("Delete")
        .withNewClaimRef()
        .withNamespace("ns")
        .withName("c")
        .withUid(uid)
        .endClaimRef()
        .endSpec()
        .build();
  }

  private static Optional<PersistentVolumeClaim> claim(@Nullable String volume) {
    return Optional.of(
        new PersistentVolumeClaimBuilder()
            .withNewMetadata()
            .withName("c")
            .endMetadata()
            .withNewSpec()
            .withVolumeName(volume)
            .endSpec()
            .build());
  }

  @Test
  void aVolumeWithoutTheUidOfAClaimIsAvailable() {
    PersistentVolume free = volume(null);
    free.getSpec().setClaimRef(null);

    assertThat(VolumePlan.of(free, Optional.empty())).isEqualTo(VolumePlan.AVAILABLE);
    assertThat(VolumePlan.of(volume(null), Optional.empty())).isEqualTo(VolumePlan.AVAILABLE);
    assertThat(VolumePlan.of(volume(""), claim("v"))).isEqualTo(VolumePlan.AVAILABLE);
  }

  @Test
  void aBoundVolumeIsReclaimedWhenItsClaimIsDeleted() {
    assertThat(VolumePlan.of(volume("u"), Optional.empty())).isEqualTo(VolumePlan.RECLAIM);
    assertThat(VolumePlan.of(volume("u"), claim("v"))).isEqualTo(VolumePlan.BOUND);
  }

  @Test
  void theClaimCompletesTheBindingIfTheModeMatches() {
    PersistentVolume block = volume("u");
    block.getSpec().setVolumeMode("Block");

    assertThat(VolumePlan.of(volume("u"), claim(null))).isEqualTo(VolumePlan.LEFT_TO_CLAIM);
    assertThat(VolumePlan.of(block, claim(""))).isEqualTo(VolumePlan.MISMATCH);
  }

  @Test
  void onlyAProvisionedVolumeWithPolicyDeleteIsReclaimedIfItsClaimHasAnother() {
    PersistentVolume provisioned = volume("u");
    Annotations.set(provisioned, Annotations.PROVISIONED_BY, "example.com/p");

    assertThat(VolumePlan.of(volume("u"), claim("other"))).isEqualTo(VolumePlan.UNBIND);
    assertThat(VolumePlan.of(provisioned, claim("other"))).isEqualTo(VolumePlan.RECLAIM);
    provisioned.getSpec().setPersistentVolumeReclaimPolicy("Retain");
    assertThat(VolumePlan.of(provisioned, claim("other"))).isEqualTo(VolumePlan.UNBIND);
  }
}
