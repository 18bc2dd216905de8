package io.coxswain.kube.volumebinder;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.kube.volumebinder.VolumeClaimPlan.AssignClass;
import io.coxswain.kube.volumebinder.VolumeClaimPlan.Bind;
import io.coxswain.kube.volumebinder.VolumeClaimPlan.Facts;
import io.coxswain.kube.volumebinder.VolumeClaimPlan.Lose;
import io.coxswain.kube.volumebinder.VolumeClaimPlan.Notice;
import io.coxswain.kube.volumebinder.VolumeClaimPlan.Provision;
import io.coxswain.kube.volumebinder.VolumeClaimPlan.Refuse;
import io.coxswain.kube.volumebinder.VolumeClaimPlan.Wait;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class VolumeClaimPlanTest {
  private final PersistentVolumeClaim claim =
      new PersistentVolumeClaimBuilder()
          .withNewMetadata()
          .withNamespace("ns")
          .withName("c")
          .withUid("u")
          .endMetadata()
          .withNewSpec()
          .withNewResources()
          .withRequests(Map.of("storage", new Quantity("1Gi")))
          .endResources()
          .endSpec()
          .build();
  private final PersistentVolume volume =
      new PersistentVolumeBuilder()
          .withNewMetadata()
          .withName("v")
          .endMetadata()
          .withNewSpec()
          .withCapacity(Map.of("storage", new Quantity("1Gi")))
          .endSpec()
          .withNewStatus()
          .withPhase("Available")
          .endStatus()
          .build();

  private Facts facts(List<PersistentVolume> candidates) {
    return new Facts(claim, candidates, Optional.empty(), false, Optional.empty(), List.of());
  }

  private VolumeClaimPlan delayed(String... pods) {
    return VolumeClaimPlan.of(
        new Facts(claim, List.of(), Optional.empty(), true, Optional.empty(), List.of(pods)));
  }

  private VolumeClaimPlan naming(@Nullable PersistentVolume named) {
    claim.getSpec().setVolumeName("v");
    return VolumeClaimPlan.of(
        new Facts(
            claim, List.of(), Optional.ofNullable(named), false, Optional.empty(), List.of()));
  }

  private void reserve(String name, String uid) {
    volume.setSpec(
        volume
            .getSpec()
            .edit()
            .withNewClaimRef()
            .withNamespace("ns")
            .withName(name)
            .withUid(uid)
            .endClaimRef()
            .build());
  }

  @Test
  void bindsTheVolumeThatMatches() {
    assertThat(VolumeClaimPlan.of(facts(List.of(volume)))).isEqualTo(new Bind(volume));
  }

  @Test
  void withoutAClassItGetsTheDefaultOrWaits() {
    var withDefault =
        new Facts(claim, List.of(), Optional.empty(), false, Optional.of("fast"), List.of());

    assertThat(VolumeClaimPlan.of(withDefault)).isEqualTo(new AssignClass("fast"));
    Wait noClass =
        new Wait(
            new Notice(
                false,
                "FailedBinding",
                "no persistent volumes available for this claim and no storage class is set"));
    assertThat(VolumeClaimPlan.of(facts(List.of()))).isEqualTo(noClass);
    claim.getSpec().setStorageClassName("");
    assertThat(VolumeClaimPlan.of(withDefault)).isEqualTo(noClass);
    claim.getSpec().setStorageClassName("slow");
    assertThat(VolumeClaimPlan.of(withDefault)).isEqualTo(new Provision());
  }

  @Test
  void aDelayedClaimWaitsForTheNodeOfItsPods() {
    claim.getSpec().setStorageClassName("late");

    assertThat(delayed())
        .isEqualTo(
            new Wait(
                new Notice(
                    false,
                    "WaitForFirstConsumer",
                    "waiting for first consumer to be created before binding")));
    assertThat(delayed("p"))
        .isEqualTo(
            new Wait(
                new Notice(false, "WaitForPodScheduled", "waiting for pod p to be scheduled")));
    assertThat(delayed("p", "q"))
        .isEqualTo(
            new Wait(
                new Notice(false, "WaitForPodScheduled", "waiting for pods p,q to be scheduled")));
    Annotations.set(claim, Annotations.SELECTED_NODE, "n");
    assertThat(delayed("p")).isEqualTo(new Provision());
  }

  @Test
  void aClaimThatNamesAVolumeTakesThatOneAlone() {
    assertThat(naming(null)).isEqualTo(new Wait(null));
    assertThat(naming(volume)).isEqualTo(new Bind(volume));
    reserve("c", "u");
    assertThat(naming(volume)).isEqualTo(new Bind(volume));
    reserve("c", "");
    assertThat(naming(volume)).isEqualTo(new Bind(volume));
  }

  @Test
  void aNamedVolumeThatDoesNotMatchIsReported() {
    volume.getSpec().setCapacity(Map.of("storage", new Quantity("1Mi")));

    assertThat(naming(volume))
        .isEqualTo(
            new Wait(
                new Notice(
                    true,
                    "VolumeMismatch",
                    "Cannot bind to requested volume \"v\": requested PV is too small")));
  }

  @Test
  void aNamedVolumeOfAnotherClaimIsReported() {
    reserve("other", "o");
    var taken =
        new Notice(true, "FailedBinding", "volume \"v\" already bound to a different claim.");

    assertThat(naming(volume)).isEqualTo(new Wait(taken));
    Annotations.set(claim, Annotations.BOUND_BY_CONTROLLER, "yes");
    assertThat(naming(volume))
        .isEqualTo(
            new Refuse(
                taken,
                "invalid binding of claim \"ns/c\" to volume \"v\": volume already claimed by"
                    + " \"ns/other\""));
  }

  @Test
  void aBoundClaimIsLostWithItsVolume() {
    Annotations.set(claim, Annotations.BIND_COMPLETED, "yes");

    assertThat(VolumeClaimPlan.of(facts(List.of(volume))))
        .isEqualTo(
            new Lose(
                new Notice(
                    true,
                    "ClaimLost",
                    "Bound claim has lost reference to PersistentVolume. Data on the volume is"
                        + " lost!")));
    assertThat(naming(null))
        .isEqualTo(
            new Lose(
                new Notice(
                    true,
                    "ClaimLost",
                    "Bound claim has lost its PersistentVolume. Data on the volume is lost!")));
  }

  @Test
  void aBoundClaimKeepsAVolumeThatIsFreeOrItsOwn() {
    Annotations.set(claim, Annotations.BIND_COMPLETED, "yes");

    assertThat(naming(volume)).isEqualTo(new Bind(volume));
    reserve("c", "u");
    assertThat(naming(volume)).isEqualTo(new Bind(volume));
    reserve("c", "earlier");
    assertThat(naming(volume))
        .isEqualTo(
            new Lose(
                new Notice(
                    true,
                    "ClaimMisbound",
                    "Two claims are bound to the same volume, this one is bound incorrectly")));
  }
}
