package io.coxswain.kube.volumebinder;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.property.ForAll;
import io.coxswain.evidence.property.IntRange;
import io.coxswain.evidence.property.Property;
import io.coxswain.evidence.property.Size;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class VolumeMatchTest {

  private static PersistentVolumeClaim claim(int gibibytes, String... modes) {
    return new PersistentVolumeClaimBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName("c")
        .withUid("u")
        .endMetadata()
        .withNewSpec()
        .withAccessModes(modes)
        .withStorageClassName("s")
        .withNewResources()
        .withRequests(Map.of("storage", new Quantity(gibibytes + "Gi")))
        .endResources()
        .endSpec()
        .build();
  }

  private static PersistentVolume volume(String name, int gibibytes, String... modes) {
    return new PersistentVolumeBuilder()
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .withAccessModes(modes)
        .withStorageClassName("s")
        .withCapacity(Map.of("storage", new Quantity(gibibytes + "Gi")))
        .endSpec()
        .withNewStatus()
        .withPhase("Available")
        .endStatus()
        .build();
  }

  private static PersistentVolume keptFor(PersistentVolume volume, String claim) {
    return new PersistentVolumeBuilder(volume)
        .editSpec()
        .withNewClaimRef()
        .withNamespace("default")
        .withName(claim)
        .endClaimRef()
        .endSpec()
        .build();
  }

  private static Optional<String> best(PersistentVolumeClaim claim, PersistentVolume... volumes) {
    return VolumeMatch.best(claim, List.of(volumes), false).map(Volumes::name);
  }

  @Property
  void picksTheSmallestThatFits(
      @ForAll @IntRange(min = 1, max = 50) int wanted,
      @ForAll @Size(max = 20) List<@IntRange(min = 1, max = 60) Integer> sizes) {
    var volumes = new ArrayList<PersistentVolume>();
    for (int i = 0; i < sizes.size(); i++) {
      volumes.add(volume("v" + i, sizes.get(i), "ReadWriteOnce"));
    }

    Optional<PersistentVolume> match =
        VolumeMatch.best(claim(wanted, "ReadWriteOnce"), volumes, false);

    var fitting = sizes.stream().filter(s -> s >= wanted).min(Integer::compare);
    assertThat(match.map(v -> Volumes.capacity(v).longValue() >> 30))
        .isEqualTo(fitting.map(Integer::longValue));
  }

  @Test
  void prefersFewerAccessModesToASmallerVolume() {
    assertThat(
            best(
                claim(1, "ReadWriteOnce"),
                volume("many", 1, "ReadWriteOnce", "ReadWriteMany"),
                volume("few", 9, "ReadWriteOnce")))
        .contains("few");
    assertThat(best(claim(1, "ReadWriteMany"), volume("few", 9, "ReadWriteOnce"))).isEmpty();
  }

  @Test
  void takesTheVolumeThatIsKeptForIt() {
    assertThat(
            best(
                claim(1, "ReadWriteOnce"),
                volume("small", 1, "ReadWriteOnce"),
                keptFor(volume("kept", 9, "ReadWriteOnce"), "c")))
        .contains("kept");
    assertThat(best(claim(1, "ReadWriteOnce"), keptFor(volume("other", 9, "ReadWriteOnce"), "d")))
        .isEmpty();
  }

  @Test
  void leavesTheChoiceToTheSchedulerButNotOfWhatIsKept() {
    var free = volume("free", 1, "ReadWriteOnce");
    var kept = keptFor(volume("kept", 9, "ReadWriteOnce"), "c");
    assertThat(VolumeMatch.best(claim(1, "ReadWriteOnce"), List.of(free), true)).isEmpty();
    assertThat(VolumeMatch.best(claim(1, "ReadWriteOnce"), List.of(free, kept), true)).isPresent();
  }

  @Test
  void looksAtPhaseClassSelectorModeAndAttributes() {
    var claim = claim(1, "ReadWriteOnce");
    var released = volume("v", 1, "ReadWriteOnce");
    released.getStatus().setPhase("Released");
    assertThat(best(claim, released)).isEmpty();
    var ofOtherClass = volume("v", 1, "ReadWriteOnce");
    ofOtherClass.getSpec().setStorageClassName("t");
    assertThat(best(claim, ofOtherClass)).isEmpty();
    var block = volume("v", 1, "ReadWriteOnce");
    block.getSpec().setVolumeMode("Block");
    assertThat(best(claim, block)).isEmpty();
    var fast = volume("v", 1, "ReadWriteOnce");
    fast.getSpec().setVolumeAttributesClassName("fast");
    assertThat(best(claim, fast)).isEmpty();
    var deleting = volume("v", 1, "ReadWriteOnce");
    deleting.getMetadata().setDeletionTimestamp("2026-01-01T00:00:00Z");
    assertThat(best(claim, deleting)).isEmpty();

    var selecting =
        new PersistentVolumeClaimBuilder(claim)
            .editSpec()
            .withNewSelector()
            .withMatchLabels(Map.of("disk", "ssd"))
            .endSelector()
            .endSpec()
            .build();
    var labelled = volume("v", 1, "ReadWriteOnce");
    assertThat(best(selecting, labelled)).isEmpty();
    labelled.getMetadata().setLabels(Map.of("disk", "ssd"));
    assertThat(best(selecting, labelled)).contains("v");
  }

  @Test
  void reportsWhyANamedVolumeDoesNotFit() {
    var claim = claim(5, "ReadWriteOnce");
    assertThat(VolumeMatch.objection(volume("v", 1, "ReadWriteOnce"), claim))
        .isEqualTo("requested PV is too small");
    assertThat(VolumeMatch.objection(volume("v", 9, "ReadOnlyMany"), claim))
        .isEqualTo("incompatible accessMode");
    assertThat(VolumeMatch.objection(volume("v", 9, "ReadWriteOnce"), claim)).isNull();
  }
}
