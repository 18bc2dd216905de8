package io.coxswain.kube.ephemeralvolume;

import static io.coxswain.kube.Cluster.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.kube.Cluster;
import io.coxswain.runtime.client.Owners;
import io.coxswain.sim.Network;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class EphemeralVolumeScenarioTest {
  private static final String POD =
      """
      metadata: {name: p}
      spec:
        containers: [{name: c, image: x}]
        volumes:
        - name: scratch
          ephemeral:
            volumeClaimTemplate:
              metadata: {labels: {a: b}, annotations: {note: x}}
              spec:
                accessModes: [ReadWriteOnce]
                storageClassName: s
                resources: {requests: {storage: 1Gi}}
      """;

  private static void play(String name, Cluster.Script script) {
    Cluster.with(
            name,
            m -> EphemeralVolumeController.register(m, EphemeralVolumeOptions.byDefault()),
            script)
        .network(Network.PROMPT)
        .run(1);
  }

  private static PersistentVolumeClaim claim(Cluster cluster) throws Exception {
    return cluster.world().objects().fetch(PersistentVolumeClaim.class, key("p-scratch"));
  }

  @Test
  void createsAndRecreatesTheClaimOfAPod() {
    play(
        "make",
        cluster -> {
          Pod pod = cluster.create(Pod.class, POD);
          cluster.world().run(Duration.ofSeconds(2));
          PersistentVolumeClaim made = claim(cluster);
          assertThat(Owners.isControlledBy(made, pod)).isTrue();
          assertThat(Owners.of(made).getFirst().getBlockOwnerDeletion()).isTrue();
          assertThat(made.getMetadata().getLabels()).containsEntry("a", "b");
          assertThat(made.getMetadata().getAnnotations()).containsEntry("note", "x");
          assertThat(made.getSpec().getStorageClassName()).isEqualTo("s");

          cluster
              .world()
              .objects()
              .edit(
                  PersistentVolumeClaim.class,
                  key("p-scratch"),
                  c -> c.getMetadata().setFinalizers(java.util.List.of()));
          cluster.world().objects().delete(PersistentVolumeClaim.class, key("p-scratch"));
          cluster.world().run(Duration.ofSeconds(2));
          assertThat(claim(cluster).getMetadata().getUid())
              .isNotEqualTo(made.getMetadata().getUid());
        });
  }

  @Test
  void leavesForeignClaimsUnchanged() {
    play(
        "taken",
        cluster -> {
          cluster.create(
              PersistentVolumeClaim.class,
              """
              metadata: {name: p-scratch}
              spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
              """);
          cluster.create(Pod.class, POD);
          cluster.world().run(Duration.ofSeconds(2));
          assertThat(Owners.of(claim(cluster))).isEmpty();
          assertThat(cluster.events("p"))
              .contains(
                  "Warning FailedBinding ephemeral volume scratch: PVC default/p-scratch was not"
                      + " created for pod default/p (pod is not owner)");
        });
  }
}
