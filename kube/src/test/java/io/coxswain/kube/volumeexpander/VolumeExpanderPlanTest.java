package io.coxswain.kube.volumeexpander;

import static io.coxswain.kube.volumeexpander.VolumeExpanderPlan.NODE_INFEASIBLE;
import static io.coxswain.kube.volumeexpander.VolumeExpanderPlan.NODE_IN_PROGRESS;
import static io.coxswain.kube.volumeexpander.VolumeExpanderPlan.NODE_PENDING;
import static io.coxswain.kube.volumeexpander.VolumeExpanderPlan.PRE_RESIZE_CAPACITY;
import static io.coxswain.kube.volumeexpander.VolumeExpanderPlan.RESIZE_IN_PROGRESS;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.kube.volumeexpander.VolumeExpanderPlan.AwaitNode;
import io.coxswain.kube.volumeexpander.VolumeExpanderPlan.AwaitResizer;
import io.coxswain.kube.volumeexpander.VolumeExpanderPlan.Expand;
import io.coxswain.kube.volumeexpander.VolumeExpanderPlan.ForgetOldCapacity;
import io.coxswain.kube.volumeexpander.VolumeExpanderPlan.Keep;
import io.coxswain.kube.volumeexpander.VolumeExpanderPlan.NameResizer;
import io.fabric8.kubernetes.api.model.AWSElasticBlockStoreVolumeSource;
import io.fabric8.kubernetes.api.model.FlexPersistentVolumeSource;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VolumeExpanderPlanTest {
  private static PersistentVolumeClaim claim(String request, String capacity) {
    return new PersistentVolumeClaimBuilder()
        .withNewMetadata()
        .withNamespace("ns")
        .withName("c")
        .withUid("u")
        .endMetadata()
        .withNewSpec()
        .withNewResources()
        .withRequests(Map.of("storage", new Quantity(request)))
        .endResources()
        .endSpec()
        .withNewStatus()
        .withCapacity(Map.of("storage", new Quantity(capacity)))
        .endStatus()
        .build();
  }

  private static PersistentVolumeClaim resizing(
      String request, String capacity, String allocated, String state) {
    PersistentVolumeClaim claim = claim(request, capacity);
    claim.getStatus().setAllocatedResources(Map.of("storage", new Quantity(allocated)));
    claim.getStatus().setAllocatedResourceStatuses(Map.of("storage", state));
    return claim;
  }

  private static PersistentVolume volume(String capacity) {
    return new PersistentVolumeBuilder()
        .withNewMetadata()
        .withName("v")
        .endMetadata()
        .withNewSpec()
        .withCapacity(Map.of("storage", new Quantity(capacity)))
        .withNewClaimRef()
        .withNamespace("ns")
        .withName("c")
        .withUid("u")
        .endClaimRef()
        .endSpec()
        .build();
  }

  private static PersistentVolume flex(String capacity) {
    PersistentVolume volume = volume(capacity);
    var source = new FlexPersistentVolumeSource();
    source.setDriver("example.com/flex");
    volume.getSpec().setFlexVolume(source);
    return volume;
  }

  private static PersistentVolume expandedBefore(PersistentVolume volume) {
    volume.getMetadata().setAnnotations(Map.of(PRE_RESIZE_CAPACITY, "1Gi"));
    return volume;
  }

  private static Expand expand(String size) {
    return new Expand("example.com/flex", new Quantity(size), true);
  }

  @Test
  void keepsClaimsThatDoNotGrow() {
    assertThat(VolumeExpanderPlan.of(claim("1Gi", "1Gi"), volume("1Gi"))).isEqualTo(new Keep());
    assertThat(VolumeExpanderPlan.of(claim("1Gi", "2Gi"), volume("2Gi"))).isEqualTo(new Keep());
    PersistentVolume annotated = volume("1Gi");
    annotated.getMetadata().setAnnotations(Map.of("other", "1"));
    assertThat(VolumeExpanderPlan.of(claim("1Gi", "1Gi"), annotated)).isEqualTo(new Keep());
  }

  @Test
  void keepsVolumesOfOtherClaims() {
    PersistentVolume other = volume("1Gi");

    other.getSpec().getClaimRef().setUid("earlier");
    assertThat(VolumeExpanderPlan.of(claim("2Gi", "1Gi"), other)).isEqualTo(new Keep());
    other.getSpec().getClaimRef().setUid("u");
    other.getSpec().getClaimRef().setNamespace("elsewhere");
    assertThat(VolumeExpanderPlan.of(claim("2Gi", "1Gi"), other)).isEqualTo(new Keep());
    other.getSpec().setClaimRef(null);
    assertThat(VolumeExpanderPlan.of(claim("2Gi", "1Gi"), other)).isEqualTo(new Keep());
  }

  @Test
  void leavesVolumesOfDriversToTheirResizers() {
    PersistentVolume migrated = volume("1Gi");
    migrated.getSpec().setAwsElasticBlockStore(new AWSElasticBlockStoreVolumeSource());

    assertThat(VolumeExpanderPlan.of(claim("2Gi", "1Gi"), volume("1Gi")))
        .isEqualTo(new AwaitResizer());
    assertThat(VolumeExpanderPlan.of(claim("2Gi", "1Gi"), migrated))
        .isEqualTo(new NameResizer("kubernetes.io/aws-ebs", "ebs.csi.aws.com"));
  }

  @Test
  void forgetsTheOldCapacityOnlyWhenTheNodeIsDone() {
    assertThat(VolumeExpanderPlan.of(claim("2Gi", "2Gi"), expandedBefore(flex("2Gi"))))
        .isEqualTo(new ForgetOldCapacity());
    assertThat(VolumeExpanderPlan.of(claim("2Gi", "1Gi"), expandedBefore(flex("2Gi"))))
        .isEqualTo(expand("2Gi"));
    assertThat(VolumeExpanderPlan.of(claim("1Gi", "1Gi"), expandedBefore(flex("2Gi"))))
        .isEqualTo(expand("1Gi"));
  }

  @Test
  void expandsFlexVolumesAndBlockDevicesWithoutTheNode() {
    PersistentVolume block = flex("1Gi");
    block.getSpec().setVolumeMode("Block");

    assertThat(VolumeExpanderPlan.of(claim("2Gi", "1Gi"), flex("1Gi"))).isEqualTo(expand("2Gi"));
    assertThat(VolumeExpanderPlan.of(claim("2Gi", "1Gi"), block))
        .isEqualTo(new Expand("example.com/flex", new Quantity("2Gi"), false));
  }

  @Test
  void reachesTheRecordedSizeBeforeItBeginsAnother() {
    for (String state :
        new String[] {RESIZE_IN_PROGRESS, NODE_PENDING, NODE_IN_PROGRESS, NODE_INFEASIBLE}) {
      assertThat(VolumeExpanderPlan.of(resizing("3Gi", "1Gi", "2Gi", state), flex("1Gi")))
          .describedAs(state)
          .isEqualTo(expand("2Gi"));
    }
    assertThat(VolumeExpanderPlan.of(resizing("3Gi", "1Gi", "2Gi", "Other"), flex("1Gi")))
        .isEqualTo(expand("3Gi"));
    assertThat(
            VolumeExpanderPlan.of(
                resizing("2Gi", "1Gi", "2500Mi", RESIZE_IN_PROGRESS), flex("2Gi")))
        .isEqualTo(expand("2500Mi"));
  }

  @Test
  void leavesAnExpandedVolumeToItsNode() {
    for (String state : new String[] {NODE_PENDING, NODE_IN_PROGRESS}) {
      assertThat(VolumeExpanderPlan.of(resizing("2Gi", "1Gi", "2Gi", state), flex("2Gi")))
          .describedAs(state)
          .isEqualTo(new Keep());
    }
    assertThat(VolumeExpanderPlan.of(resizing("2Gi", "1Gi", "2Gi", NODE_INFEASIBLE), flex("2Gi")))
        .isEqualTo(new AwaitNode());
  }
}
