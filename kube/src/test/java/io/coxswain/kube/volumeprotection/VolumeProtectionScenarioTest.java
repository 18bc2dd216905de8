package io.coxswain.kube.volumeprotection;

import static io.coxswain.kube.Cluster.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ObjectKey;
import io.coxswain.kube.Cluster;
import io.coxswain.kube.common.Finalizers;
import io.coxswain.sim.Network;
import io.coxswain.sim.retry.LaggingWatches;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.storage.VolumeAttributesClass;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class VolumeProtectionScenarioTest {
  private static void play(String name, Cluster.Script script) {
    Cluster.with(
            name,
            manager -> {
              VolumeProtectionControllers.registerClaims(manager);
              VolumeProtectionControllers.registerVolumes(manager);
              VolumeProtectionControllers.registerAttributesClasses(manager);
            },
            script)
        .network(Network.PROMPT)
        .run(1);
  }

  private static final String CLAIM =
      """
      metadata: {name: c}
      spec:
        accessModes: [ReadWriteOnce]
        resources: {requests: {storage: 1Gi}}
        volumeAttributesClassName: gold
      """;

  @Test
  void putsTheFinalizersBack() {
    play(
        "back",
        cluster -> {
          cluster.create(PersistentVolumeClaim.class, CLAIM);
          cluster
              .world()
              .objects()
              .edit(
                  PersistentVolumeClaim.class,
                  key("c"),
                  c -> c.getMetadata().setFinalizers(List.of()));
          cluster.await(
              "it is protected",
              () ->
                  Finalizers.has(
                      cluster.world().objects().fetch(PersistentVolumeClaim.class, key("c")),
                      "kubernetes.io/pvc-protection"));
        });
  }

  @Test
  void keepsAVolumeThatWasBoundWhileTheCacheLagged() {
    var watches = new LaggingWatches("/api/v1/persistentvolumes");
    Cluster.with(
            "late binding",
            watches::connect,
            VolumeProtectionControllers::registerVolumes,
            cluster -> {
              var volume = ObjectKey.of("v");
              cluster.create(
                  PersistentVolume.class,
                  """
                  metadata: {name: v}
                  spec:
                    capacity: {storage: 1Gi}
                    accessModes: [ReadWriteOnce]
                    csi: {driver: disk.example.com, volumeHandle: x}
                  """);
              cluster.world().awaitSilence(Duration.ofSeconds(10));
              watches.holdBackAfter(1);
              cluster.world().objects().delete(PersistentVolume.class, volume);
              var bound = cluster.world().objects().fetch(PersistentVolume.class, volume);
              bound.getStatus().setPhase("Bound");
              cluster.world().objects().updateStatus(bound);
              cluster.world().run(Duration.ofMinutes(1));
              watches.catchUp();
              cluster.world().run(Duration.ofMinutes(1));
              assertThat(cluster.world().objects().find(PersistentVolume.class, volume))
                  .isPresent();

              bound = cluster.world().objects().fetch(PersistentVolume.class, volume);
              bound.getStatus().setPhase("Released");
              cluster.world().objects().updateStatus(bound);
              cluster.await(
                  "it goes",
                  () -> cluster.world().objects().find(PersistentVolume.class, volume).isEmpty());
            })
        .network(Network.PROMPT)
        .run(1);
  }

  @Test
  void releasesAClaimThatOnlyAnUnscheduledPodUses() {
    play(
        "no node",
        cluster -> {
          cluster.create(PersistentVolumeClaim.class, CLAIM);
          cluster.create(
              Pod.class,
              """
              metadata: {name: p}
              spec:
                containers: [{name: c, image: x}]
                volumes: [{name: v, persistentVolumeClaim: {claimName: c}}]
              """);
          cluster.world().objects().delete(PersistentVolumeClaim.class, key("c"));
          cluster.await(
              "it goes",
              () ->
                  cluster.world().objects().find(PersistentVolumeClaim.class, key("c")).isEmpty());
        });
  }

  @Test
  void keepsAClaimOfAFinishedPod() {
    play(
        "finished",
        cluster -> {
          cluster.create(PersistentVolumeClaim.class, CLAIM);
          Pod pod =
              cluster.create(
                  Pod.class,
                  """
                  metadata: {name: p}
                  spec:
                    nodeName: n
                    containers: [{name: c, image: x}]
                    volumes: [{name: v, persistentVolumeClaim: {claimName: c}}]
                  """);
          cluster.succeed(pod);
          cluster.world().objects().delete(PersistentVolumeClaim.class, key("c"));
          cluster.world().run(Duration.ofMinutes(1));
          assertThat(cluster.world().objects().find(PersistentVolumeClaim.class, key("c")))
              .isPresent();
          cluster.remove(pod);
          cluster.await(
              "it goes",
              () ->
                  cluster.world().objects().find(PersistentVolumeClaim.class, key("c")).isEmpty());
        });
  }

  @Test
  void keepsAnAttributesClassThatIsNamed() {
    play(
        "attributes",
        cluster -> {
          cluster.create(
              VolumeAttributesClass.class,
              "{metadata: {name: gold}, driverName: disk.example.com, parameters: {iops: '5'}}");
          cluster.create(PersistentVolumeClaim.class, CLAIM);
          cluster.create(
              PersistentVolume.class,
              """
              metadata: {name: v}
              spec:
                capacity: {storage: 1Gi}
                accessModes: [ReadWriteOnce]
                volumeAttributesClassName: gold
                csi: {driver: disk.example.com, volumeHandle: x}
              """);
          var classKey = ObjectKey.of("gold");
          cluster.await(
              "it is protected",
              () ->
                  Finalizers.has(
                      cluster.world().objects().fetch(VolumeAttributesClass.class, classKey),
                      "kubernetes.io/vac-protection"));
          cluster.world().objects().delete(VolumeAttributesClass.class, classKey);
          cluster.world().objects().delete(PersistentVolumeClaim.class, key("c"));
          cluster.world().run(Duration.ofSeconds(30));
          assertThat(cluster.world().objects().find(VolumeAttributesClass.class, classKey))
              .isPresent();
          cluster.world().objects().delete(PersistentVolume.class, ObjectKey.of("v"));
          cluster.await(
              "it goes",
              () ->
                  cluster.world().objects().find(VolumeAttributesClass.class, classKey).isEmpty());
        });
  }
}
