package io.coxswain.kube.volumebinder;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.kube.Cluster;
import io.coxswain.sim.Chaos;
import io.coxswain.sim.Fault;
import io.coxswain.sim.Seeds;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.Sweep;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import java.time.Duration;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Claims get volumes of their own, with a fault at any of the writes of a binding. */
class VolumeBinderSweepTest {
  private static final Simulation BINDING =
      VolumeScripts.with(
          "three claims for two volumes",
          VolumeBinderOptions.byDefault(),
          v -> {
            v.volume("small", "1Gi", "");
            v.volume("large", "5Gi", "persistentVolumeReclaimPolicy: Delete");
            v.awaitPhase("small", "Available");
            v.awaitPhase("large", "Available");
            v.claim("big", "4Gi", "storageClassName: s");
            v.cluster.await("the big one is bound", () -> v.areBound("big", "large"));
            v.claim("one", "1Gi", "storageClassName: s");
            v.cluster.await("the first is bound", () -> v.areBound("one", "small"));
            v.claim("two", "1Gi", "storageClassName: s");

            v.deleteClaim("big");
            v.cluster.await("the large one goes", () -> v.findVolume("large").isEmpty());
            v.cluster.await("the claim goes", () -> v.findClaim("big").isEmpty());
            v.volume("late", "2Gi", "");
            v.cluster.await("the last is bound", () -> v.areBound("two", "late"));

            var owners = new TreeSet<String>();
            for (PersistentVolume each :
                v.cluster.world().objects().list(PersistentVolume.class, "")) {
              assertThat(owners.add(each.getSpec().getClaimRef().getUid())).isTrue();
            }
            v.cluster.world().awaitSilence(Duration.ofSeconds(40));
          });

  @Test
  void convergesForManySeeds() {
    Seeds.of(BINDING, 20).run();
  }

  @ParameterizedTest
  @EnumSource(names = {"KILL", "LOSE_ANSWER", "CONFLICT"})
  void bindsEachClaimToOneVolumeWithAFaultAtAnyWrite(Fault fault) {
    var summary = Sweep.of(BINDING, Cluster.KCM).seed(7).faults(fault).run();
    assertThat(summary.writes()).isGreaterThan(14);
  }

  @Test
  void survivesRandomFaults() {
    Chaos.of(BINDING, Cluster.KCM).plans(8).run();
  }
}
