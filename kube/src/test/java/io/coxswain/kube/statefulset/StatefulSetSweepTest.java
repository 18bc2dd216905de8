package io.coxswain.kube.statefulset;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.kube.Cluster;
import io.coxswain.sim.Chaos;
import io.coxswain.sim.Fault;
import io.coxswain.sim.Seeds;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.Sweep;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.apps.ControllerRevision;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every single API write of the controller meets a fault; the set must end the same. */
class StatefulSetSweepTest {

  /** Scaled up in order with claims, rolled, and scaled down. */
  private static final Simulation LIFE =
      Cluster.with(
          "life of a set",
          manager -> StatefulSetController.register(manager, StatefulSetOptions.byDefault()),
          cluster -> {
            var sets = new SetCluster(cluster);
            sets.create(
                """
                replicas: 2
                volumeClaimTemplates:
                - metadata: {name: data}
                  spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
                persistentVolumeClaimRetentionPolicy: {whenScaled: Delete, whenDeleted: Delete}
                """);
            sets.bringUp(0);
            sets.bringUp(1);
            cluster.await("all are counted", () -> sets.readyCount() == 2);
            sets.setImage("img:2");
            for (int i = 1; i >= 0; i--) {
              int ordinal = i;
              sets.letEnd(i);
              cluster.await("it comes back", () -> sets.has(ordinal) && !sets.isDeleting(ordinal));
              sets.bringUp(i);
            }
            cluster.await(
                "the update is done",
                () -> sets.status().getUpdateRevision().equals(sets.status().getCurrentRevision()));
            sets.edit(spec -> spec.setReplicas(1));
            sets.letEnd(1);
            cluster.await("one is left", () -> sets.status().getReplicas() == 1);
            cluster.world().awaitSilence(Duration.ofSeconds(10));

            assertThat(sets.names()).containsExactly("web-0");
            assertThat(SetCluster.image(sets.pod(0))).isEqualTo("img:2");
            assertThat(cluster.world().objects().list(ControllerRevision.class, Cluster.NAMESPACE))
                .hasSize(2);
            assertThat(
                    cluster.world().objects().list(PersistentVolumeClaim.class, Cluster.NAMESPACE))
                .extracting(c -> c.getMetadata().getOwnerReferences().getFirst().getKind())
                .containsExactly("StatefulSet", "Pod");
          });

  @Test
  void convergesForManySeeds() {
    Seeds.of(LIFE, 20).run();
  }

  @ParameterizedTest
  @EnumSource(names = {"KILL", "LOSE_ANSWER", "CONFLICT"})
  void convergesWithAFaultAtAnyWrite(Fault fault) {
    var summary = Sweep.of(LIFE, Cluster.KCM).seed(3).faults(fault).run();
    assertThat(summary.writes()).isGreaterThan(30);
  }

  /** Other faults at a slice of the writes: what they lead to is mostly the same. */
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"KILL", "LOSE_ANSWER", "CONFLICT"})
  void convergesWithOtherFaults(Fault fault) {
    Sweep.of(LIFE, Cluster.KCM).seed(3).faults(fault).every(5).run();
  }

  @Test
  void survivesRandomFaults() {
    Chaos.of(LIFE, Cluster.KCM).plans(30).run();
  }
}
