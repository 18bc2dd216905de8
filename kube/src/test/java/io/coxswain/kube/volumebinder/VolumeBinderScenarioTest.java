package io.coxswain.kube.volumebinder;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ObjectKey;
import io.coxswain.evidence.Scenario;
import io.coxswain.kube.Cluster;
import io.coxswain.kube.common.Finalizers;
import io.coxswain.sim.Network;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class VolumeBinderScenarioTest {
  private static void play(String name, VolumeScripts.Script script) {
    play(name, VolumeBinderOptions.byDefault(), script);
  }

  private static void play(String name, VolumeBinderOptions options, VolumeScripts.Script script) {
    VolumeScripts.with(name, options, script).network(Network.PROMPT).run(1);
  }

  @Test
  @Scenario("kcm-controllers-43")
  void givesAClaimTheSmallerVolumeAndKeepsItWhileAPodUsesIt() {
    play(
        "smaller",
        v -> {
          v.volume("large", "10Gi", "");
          v.volume("small", "2Gi", "");
          v.awaitPhase("large", "Available");
          v.awaitPhase("small", "Available");
          v.claim("c", "1Gi", "storageClassName: s");
          v.cluster.await("both are bound", () -> v.areBound("c", "small"));
          assertThat(v.claim("c").getStatus().getCapacity())
              .containsEntry("storage", new Quantity("2Gi"));
          assertThat(Volumes.phase(v.volume("large"))).isEqualTo("Available");

          v.cluster.create(
              Pod.class,
              """
              metadata: {name: p}
              spec:
                nodeName: n
                containers: [{name: c, image: x}]
                volumes: [{name: v, persistentVolumeClaim: {claimName: c}}]
              """);
          v.cluster.world().run(Duration.ofSeconds(2));
          v.deleteClaim("c");
          v.cluster.world().run(Duration.ofMinutes(5));
          assertThat(v.claim("c").getMetadata().getDeletionTimestamp()).isNotNull();
          assertThat(Volumes.phase(v.volume("small"))).isEqualTo("Bound");

          v.cluster.remove(v.cluster.pods().getFirst());
          v.cluster.await("the claim goes", () -> v.findClaim("c").isEmpty());
          v.awaitPhase("small", "Released");
        });
  }

  @Test
  void retainsAReleasedVolume() {
    play(
        "retain",
        v -> {
          v.volume("v", "1Gi", "");
          v.claim("c", "1Gi", "storageClassName: s");
          v.cluster.await("both are bound", () -> v.areBound("c", "v"));
          v.deleteClaim("c");
          v.awaitPhase("v", "Released");
          v.claim("d", "1Gi", "storageClassName: s");
          v.cluster.world().run(Duration.ofMinutes(2));
          assertThat(Volumes.phase(v.claim("d"))).isEqualTo("Pending");
          assertThat(Volumes.phase(v.volume("v"))).isEqualTo("Released");
        });
  }

  @Test
  void deletesAReleasedVolumeWithItsDirectory() {
    play(
        "delete",
        v -> {
          v.volume("v", "1Gi", "persistentVolumeReclaimPolicy: Delete");
          v.claim("c", "1Gi", "storageClassName: s");
          v.cluster.await("both are bound", () -> v.areBound("c", "v"));
          v.deleteClaim("c");
          v.cluster.await("the volume goes", () -> v.findVolume("v").isEmpty());
        });
  }

  @Test
  void failsToDeleteVolumesOfUnknownPlugins() {
    play(
        "cannot delete",
        v -> {
          v.cluster.create(
              PersistentVolume.class,
              """
              metadata: {name: v}
              spec:
                capacity: {storage: 1Gi}
                accessModes: [ReadWriteOnce]
                storageClassName: s
                persistentVolumeReclaimPolicy: Delete
                nfs: {server: x, path: /}
              """);
          v.claim("c", "1Gi", "storageClassName: s");
          v.cluster.await("both are bound", () -> v.areBound("c", "v"));
          v.deleteClaim("c");
          v.awaitPhase("v", "Failed");
          String problem =
              "error getting deleter volume plugin for volume \"v\": no deletable volume plugin"
                  + " matched";
          assertThat(v.volume("v").getStatus().getMessage()).isEqualTo(problem);
          v.cluster.await(
              "an event",
              () -> v.cluster.events("v").contains("Warning VolumeFailedDelete " + problem));
        });
  }

  @Test
  void doesNotDeleteADirectoryThatIsNotTemporary() {
    play(
        "not temporary",
        v -> {
          v.cluster.create(
              PersistentVolume.class,
              """
              metadata: {name: v}
              spec:
                capacity: {storage: 1Gi}
                accessModes: [ReadWriteOnce]
                storageClassName: s
                persistentVolumeReclaimPolicy: Delete
                hostPath: {path: /data}
              """);
          v.claim("c", "1Gi", "storageClassName: s");
          v.cluster.await("both are bound", () -> v.areBound("c", "v"));
          v.deleteClaim("c");
          v.awaitPhase("v", "Failed");
          assertThat(v.volume("v").getStatus().getMessage())
              .isEqualTo("host_path deleter only supports /tmp/.+ but received provided /data");
        });
  }

  @Test
  void leavesVolumesOfOtherProvisionersUnchanged() {
    play(
        "external",
        v -> {
          v.storageClass("s", "disk.example.com", "");
          v.claim("c", "1Gi", "storageClassName: s");
          v.cluster.await(
              "the provisioner is told",
              () -> Annotations.has(v.claim("c"), Annotations.PROVISIONER));
          assertThat(v.claim("c").getMetadata().getAnnotations())
              .containsEntry("volume.beta.kubernetes.io/storage-provisioner", "disk.example.com")
              .containsEntry("volume.kubernetes.io/storage-provisioner", "disk.example.com");
          v.cluster.await(
              "it is told to wait",
              () ->
                  v.cluster.events("c").stream()
                      .anyMatch(
                          e ->
                              e.startsWith(
                                  "Normal ExternalProvisioning Waiting for a volume to be created"
                                      + " either by the external provisioner"
                                      + " 'disk.example.com'")));

          // What an external provisioner does.
          String uid = v.claim("c").getMetadata().getUid();
          v.cluster.create(
              PersistentVolume.class,
              """
              metadata:
                name: made
                annotations: {pv.kubernetes.io/provisioned-by: disk.example.com}
              spec:
                capacity: {storage: 1Gi}
                accessModes: [ReadWriteOnce]
                storageClassName: s
                persistentVolumeReclaimPolicy: Delete
                csi: {driver: disk.example.com, volumeHandle: x}
                claimRef: {namespace: default, name: c, uid: %s}
              """
                  .formatted(uid));
          v.cluster.await("both are bound", () -> v.areBound("c", "made"));
          v.deleteClaim("c");
          v.awaitPhase("made", "Released");
          v.cluster.world().run(Duration.ofMinutes(5));
          assertThat(Volumes.phase(v.volume("made"))).isEqualTo("Released");
        });
  }

  @Test
  void marksClaimsOfMigratedPlugins() {
    play(
        "migrated",
        v -> {
          v.storageClass("s", "kubernetes.io/aws-ebs", "");
          v.claim("c", "1Gi", "storageClassName: s");
          v.cluster.await(
              "the driver is told",
              () ->
                  "ebs.csi.aws.com"
                      .equals(Annotations.of(v.claim("c")).get(Annotations.PROVISIONER)));
        });
  }

  @Test
  void reportsAMissingBuiltInProvisioner() {
    play(
        "nobody",
        v -> {
          v.storageClass("s", "kubernetes.io/no-provisioner", "");
          v.claim("c", "1Gi", "storageClassName: s");
          v.cluster.world().run(Duration.ofSeconds(2));
          assertThat(v.cluster.events("c"))
              .containsExactly(
                  "Warning ProvisioningFailed no volume plugin matched name:"
                      + " kubernetes.io/no-provisioner");
        });
  }

  @Test
  void provisionsDirectoriesIfEnabled() {
    play(
        "host path",
        VolumeBinderOptions.byDefault().withHostPathProvisioner(),
        v -> {
          v.storageClass("s", "kubernetes.io/host-path", "");
          v.claim("c", "1Gi", "storageClassName: s");
          String name = "pvc-" + v.claim("c").getMetadata().getUid();
          v.cluster.await("a volume", () -> v.findVolume(name).isPresent());
          v.cluster.await("both are bound", () -> v.areBound("c", name));
          PersistentVolume made = v.volume(name);
          assertThat(made.getSpec().getHostPath().getPath()).startsWith("/tmp/hostpath_pv/");
          assertThat(Finalizers.of(made)).contains(Reclaiming.FINALIZER);

          v.deleteClaim("c");
          v.cluster.await("the volume goes", () -> v.findVolume(name).isEmpty());
        });
  }

  @Test
  void provisionsNoDirectoriesByDefault() {
    play(
        "no host path",
        v -> {
          v.storageClass("s", "kubernetes.io/host-path", "");
          v.claim("c", "1Gi", "storageClassName: s");
          v.cluster.world().run(Duration.ofSeconds(2));
          assertThat(v.cluster.events("c"))
              .containsExactly(
                  "Warning ProvisioningFailed Failed to create provisioner: provisioning in volume"
                      + " plugin \"kubernetes.io/host-path\" is disabled");
        });
  }

  @Test
  void givesAClaimTheDefaultClassThatComesAfterIt() {
    play(
        "default class",
        v -> {
          v.claim("c", "1Gi", "");
          v.claim("none", "1Gi", "storageClassName: ''");
          v.cluster.world().run(Duration.ofSeconds(2));
          v.cluster.create(
              io.fabric8.kubernetes.api.model.storage.StorageClass.class,
              """
              metadata:
                name: standard
                annotations: {storageclass.kubernetes.io/is-default-class: "true"}
              provisioner: disk.example.com
              """);
          v.cluster.await(
              "the claim has it",
              () -> "standard".equals(v.claim("c").getSpec().getStorageClassName()));
          assertThat(v.claim("none").getSpec().getStorageClassName()).isEmpty();
        });
  }

  @Test
  void waitsForAConsumerAndThenForItsNode() {
    play(
        "consumer",
        v -> {
          v.storageClass("s", "disk.example.com", "volumeBindingMode: WaitForFirstConsumer");
          v.volume("v", "1Gi", "");
          v.awaitPhase("v", "Available");
          v.claim("c", "1Gi", "storageClassName: s");
          v.cluster.world().run(Duration.ofSeconds(2));
          assertThat(v.cluster.events("c"))
              .containsExactly(
                  "Normal WaitForFirstConsumer waiting for first consumer to be created before"
                      + " binding");

          v.cluster.create(
              Pod.class,
              """
              metadata: {name: p}
              spec:
                containers: [{name: c, image: x}]
                volumes: [{name: v, persistentVolumeClaim: {claimName: c}}]
              """);
          v.cluster.world().run(Duration.ofSeconds(16));
          assertThat(v.cluster.events("c"))
              .contains("Normal WaitForPodScheduled waiting for pod p to be scheduled");
          assertThat(Annotations.has(v.claim("c"), Annotations.PROVISIONER)).isFalse();

          // What the scheduler does when no volume that exists will do on the node it chose.
          v.cluster
              .world()
              .objects()
              .edit(
                  PersistentVolumeClaim.class,
                  Cluster.key("c"),
                  c -> Annotations.set(c, Annotations.SELECTED_NODE, "n"));
          v.cluster.await(
              "the provisioner is told",
              () -> Annotations.has(v.claim("c"), Annotations.PROVISIONER));

          // And what it does when one will.
          v.cluster
              .world()
              .objects()
              .edit(
                  PersistentVolume.class,
                  ObjectKey.of("v"),
                  volume ->
                      volume
                          .getSpec()
                          .setClaimRef(
                              new io.fabric8.kubernetes.api.model.ObjectReferenceBuilder()
                                  .withNamespace("default")
                                  .withName("c")
                                  .build()));
          v.cluster.await("both are bound", () -> v.areBound("c", "v"));
        });
  }

  @Test
  void bindsWhatItsClaimNamesOnlyIfItFits() {
    play(
        "named",
        v -> {
          v.volume("v", "1Gi", "");
          v.awaitPhase("v", "Available");
          v.claim("big", "5Gi", "volumeName: v\n  storageClassName: s");
          v.cluster.world().run(Duration.ofSeconds(2));
          assertThat(v.cluster.events("big"))
              .containsExactly(
                  "Warning VolumeMismatch Cannot bind to requested volume \"v\": requested PV is"
                      + " too small");
          v.claim("fits", "1Gi", "volumeName: v\n  storageClassName: s");
          v.cluster.await("both are bound", () -> v.areBound("fits", "v"));
          v.claim("late", "1Gi", "volumeName: v\n  storageClassName: s");
          v.cluster.world().run(Duration.ofSeconds(2));
          assertThat(v.cluster.events("late"))
              .contains("Warning FailedBinding volume \"v\" already bound to a different claim.");
          assertThat(Volumes.phase(v.claim("late"))).isEqualTo("Pending");
        });
  }

  @Test
  void marksAClaimLostWhenItsVolumeIsDeleted() {
    play(
        "lost",
        v -> {
          v.volume("v", "1Gi", "");
          v.claim("c", "1Gi", "storageClassName: s");
          v.cluster.await("both are bound", () -> v.areBound("c", "v"));
          v.cluster.world().objects().delete(PersistentVolume.class, ObjectKey.of("v"));
          v.cluster
              .world()
              .objects()
              .edit(
                  PersistentVolume.class,
                  ObjectKey.of("v"),
                  volume -> volume.getMetadata().setFinalizers(java.util.List.of()));
          v.cluster.await("the claim is lost", () -> Volumes.phase(v.claim("c")).equals("Lost"));
          assertThat(v.claim("c").getStatus().getCapacity()).isNullOrEmpty();
          v.cluster.world().run(Duration.ofMinutes(1));
          assertThat(v.cluster.events("c"))
              .contains(
                  "Warning ClaimLost Bound claim has lost its PersistentVolume. Data on the volume"
                      + " is lost!");
        });
  }

  @Test
  void bindsAWaitingClaimAsSoonAsAVolumeTurnsUp() {
    play(
        "turns up",
        v -> {
          v.claim("c", "1Gi", "storageClassName: s");
          v.cluster.world().run(Duration.ofSeconds(2));
          v.volume("v", "1Gi", "");
          Duration begin = v.cluster.world().elapsed();
          v.cluster.await("both are bound", () -> v.areBound("c", "v"));
          assertThat(v.cluster.world().elapsed().minus(begin)).isLessThan(Duration.ofSeconds(5));
        });
  }

  @Test
  void writesNothingWhenAllIsBound() {
    play(
        "idle",
        v -> {
          v.volume("v", "1Gi", "");
          v.volume("w", "5Gi", "");
          v.claim("c", "1Gi", "storageClassName: s");
          v.cluster.await("both are bound", () -> v.areBound("c", "v"));
          v.cluster.world().awaitSilence(Duration.ofSeconds(30));
          int before = v.cluster.world().writes(Cluster.KCM);
          v.cluster.world().kill(Cluster.KCM);
          v.cluster.world().restart(Cluster.KCM);
          v.cluster.world().run(Duration.ofMinutes(10));
          assertThat(v.cluster.world().writes(Cluster.KCM)).isEqualTo(before);
        });
  }
}
