package io.coxswain.kube.volumeexpander;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.ApiRequest;
import io.coxswain.kube.Cluster;
import io.coxswain.sim.Fault;
import io.coxswain.sim.Network;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.Sweep;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimCondition;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class VolumeExpanderScenarioTest {
  private static final String CLAIM = "/api/v1/namespaces/default/persistentvolumeclaims/c";
  private static final String RESIZER = "volume.kubernetes.io/storage-resizer";

  private static Simulation with(String name, Cluster.Script script) {
    return Cluster.with(name, VolumeExpanderController::register, script);
  }

  private static void play(String name, Cluster.Script script) {
    with(name, script).network(Network.PROMPT).run(1);
  }

  private static void bind(Cluster cluster, String source) throws ApiException {
    cluster.create(
        StorageClass.class,
        "{metadata: {name: s}, provisioner: example.com, allowVolumeExpansion: true}");
    PersistentVolumeClaim claim =
        cluster.create(
            PersistentVolumeClaim.class,
            """
            metadata: {name: c}
            spec:
              accessModes: [ReadWriteOnce]
              storageClassName: s
              volumeName: v
              resources: {requests: {storage: 1Gi}}
            """);
    cluster.create(
        PersistentVolume.class,
        """
        metadata: {name: v}
        spec:
          capacity: {storage: 1Gi}
          accessModes: [ReadWriteOnce]
          storageClassName: s
          claimRef: {namespace: default, name: c, uid: %s}
          %s
        """
            .formatted(claim.getMetadata().getUid(), source));
    patch(cluster, CLAIM + "/status", "{status: {phase: Bound, capacity: {storage: 1Gi}}}");
  }

  private static void request(Cluster cluster, String size) throws ApiException {
    patch(cluster, CLAIM, "{spec: {resources: {requests: {storage: %s}}}}".formatted(size));
  }

  /** The kubelet has expanded the file system. */
  private static void expandOnNode(Cluster cluster, String size) throws ApiException {
    patch(
        cluster,
        CLAIM + "/status",
        "{status: {capacity: {storage: %s}, allocatedResourceStatuses: null, conditions: []}}"
            .formatted(size));
  }

  private static void patch(Cluster cluster, String path, String yaml) throws ApiException {
    try {
      cluster
          .world()
          .objects()
          .call(
              ApiRequest.of("PATCH", path)
                  .body(
                      "application/merge-patch+json",
                      Json.bytes(Json.yamlMapper().readTree(yaml))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static PersistentVolumeClaim claim(Cluster cluster) throws ApiException {
    return cluster.world().objects().fetch(PersistentVolumeClaim.class, Cluster.key("c"));
  }

  private static PersistentVolume volume(Cluster cluster) throws ApiException {
    return cluster.world().objects().fetch(PersistentVolume.class, ObjectKey.of("v"));
  }

  @Test
  void leavesVolumesOfCsiDriversToTheirResizer() {
    play(
        "csi",
        cluster -> {
          bind(cluster, "csi: {driver: example.com, volumeHandle: h}");
          cluster.world().run(Duration.ofMinutes(1));
          assertThat(cluster.events("c")).isEmpty();

          request(cluster, "2Gi");
          cluster.await("an event", () -> !cluster.events("c").isEmpty());
          cluster.world().run(Duration.ofMinutes(1));
          assertThat(cluster.events("c"))
              .containsExactly(
                  "Normal ExternalExpanding waiting for an external controller to expand this PVC");
          assertThat(volume(cluster).getSpec().getCapacity())
              .containsEntry("storage", new Quantity("1Gi"));
        });
  }

  @Test
  void namesTheResizerOfTheDriverThatReplacedAPlugin() {
    play(
        "migrated",
        cluster -> {
          bind(cluster, "awsElasticBlockStore: {volumeID: vol-1}");
          request(cluster, "2Gi");
          cluster.await(
              "the resizer is named",
              () ->
                  "ebs.csi.aws.com"
                      .equals(claim(cluster).getMetadata().getAnnotations().get(RESIZER)));
          cluster.await(
              "an event",
              () ->
                  cluster
                      .events("c")
                      .contains(
                          "Normal ExternalExpanding CSI migration enabled for"
                              + " kubernetes.io/aws-ebs; waiting for external resizer to expand the"
                              + " pvc"));
        });
  }

  @Test
  void raisesTheCapacityOfAFlexVolumeAndWaitsForTheNode() {
    play(
        "flex",
        cluster -> {
          bind(cluster, "flexVolume: {driver: example.com/flex}");
          request(cluster, "2Gi");
          cluster.await(
              "the node is waited for",
              () ->
                  ClaimSizes.resizeStatus(claim(cluster)).equals(VolumeExpanderPlan.NODE_PENDING));
          assertThat(volume(cluster).getSpec().getCapacity())
              .containsEntry("storage", new Quantity("2Gi"));
          assertThat(volume(cluster).getMetadata().getAnnotations())
              .containsEntry(VolumeExpanderPlan.PRE_RESIZE_CAPACITY, "1Gi");
          assertThat(claim(cluster).getMetadata().getAnnotations())
              .containsEntry(RESIZER, "example.com/flex");
          assertThat(claim(cluster).getStatus().getConditions())
              .extracting(PersistentVolumeClaimCondition::getType)
              .containsExactly("Resizing", "FileSystemResizePending");

          expandOnNode(cluster, "2Gi");
          cluster.await(
              "the old capacity is forgotten",
              () -> !VolumeExpanderPlan.hasOldCapacity(volume(cluster)));
          cluster.world().awaitSilence(Duration.ofMinutes(5));
        });
  }

  @Test
  void finishesTheExpansionOfABlockVolumeItself() {
    play(
        "block",
        cluster -> {
          bind(cluster, "volumeMode: Block\n  flexVolume: {driver: example.com/flex}");
          request(cluster, "2Gi");
          cluster.await(
              "the claim has it",
              () ->
                  ClaimSizes.capacity(claim(cluster))
                          .compareTo(ClaimSizes.requested(claim(cluster)))
                      == 0);
          assertThat(claim(cluster).getStatus().getConditions()).isEmpty();
          cluster.await(
              "an event",
              () ->
                  cluster
                      .events("c")
                      .contains(
                          "Normal VolumeResizeSuccessful ExpandVolume succeeded for volume"
                              + " default/c"));
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"KILL", "LOSE_ANSWER", "CONFLICT"})
  void expandsWithAFaultAtAnyWrite(Fault fault) {
    var summary =
        Sweep.of(
                with(
                    "expand twice",
                    cluster -> {
                      bind(cluster, "flexVolume: {driver: example.com/flex}");
                      request(cluster, "2Gi");
                      awaitNode(cluster, "2Gi");
                      expandOnNode(cluster, "2Gi");
                      cluster.await(
                          "the old capacity is forgotten",
                          () -> !VolumeExpanderPlan.hasOldCapacity(volume(cluster)));
                      request(cluster, "3Gi");
                      awaitNode(cluster, "3Gi");
                      cluster.world().awaitSilence(Duration.ofMinutes(5));
                    }),
                Cluster.KCM)
            .seed(7)
            .faults(fault)
            .run();
    assertThat(summary.writes()).isGreaterThan(5);
  }

  private static void awaitNode(Cluster cluster, String size) {
    cluster.await(
        "the node is waited for",
        () ->
            ClaimSizes.resizeStatus(claim(cluster)).equals(VolumeExpanderPlan.NODE_PENDING)
                && new Quantity(size)
                    .equals(volume(cluster).getSpec().getCapacity().get("storage")));
  }
}
