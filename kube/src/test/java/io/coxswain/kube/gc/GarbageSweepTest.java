package io.coxswain.kube.gc;

import static io.coxswain.kube.Cluster.key;
import static io.coxswain.kube.gc.GarbageScenarioTest.isThere;
import static io.coxswain.kube.gc.GarbageScenarioTest.settle;
import static io.coxswain.kube.gc.GarbageScenarioTest.simulation;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.kube.Cluster;
import io.coxswain.sim.Fault;
import io.coxswain.sim.Seeds;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.Sweep;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every single API write of the collector meets a fault; the same must be left. */
class GarbageSweepTest {

  /** A tree of owners deleted in the foreground, with one branch that has another owner. */
  private static final Simulation TREE =
      simulation(
          "tree",
          cluster -> {
            var root = GarbageScenarioTest.create(cluster, "root");
            var stay = GarbageScenarioTest.create(cluster, "stay");
            for (int i = 0; i < 2; i++) {
              var branch = GarbageScenarioTest.create(cluster, "branch-" + i, root);
              GarbageScenarioTest.create(cluster, "leaf-" + i + "-a", branch);
              GarbageScenarioTest.create(cluster, "leaf-" + i + "-b", branch, stay);
            }
            settle(cluster);
            GarbageScenarioTest.delete(cluster, "root", "Foreground");
            cluster.await("the root goes", () -> !isThere(cluster, "root"));
            cluster.await("one leaf goes", () -> !isThere(cluster, "leaf-0-a"));
            cluster.await("the other too", () -> !isThere(cluster, "leaf-1-a"));
            cluster.world().awaitSilence(Duration.ofSeconds(30));

            assertThat(isThere(cluster, "branch-0") || isThere(cluster, "branch-1")).isFalse();
            for (String leaf : List.of("leaf-0-b", "leaf-1-b")) {
              ConfigMap kept = cluster.world().objects().fetch(ConfigMap.class, key(leaf));
              assertThat(kept.getMetadata().getOwnerReferences())
                  .extracting(OwnerReference::getName)
                  .containsExactly("stay");
            }
          });

  /** One owner deleted in the background, one that spares its dependents. */
  private static final Simulation TWO_WAYS =
      simulation(
          "two ways",
          cluster -> {
            var taken = GarbageScenarioTest.create(cluster, "taken");
            var spared = GarbageScenarioTest.create(cluster, "spared");
            for (int i = 0; i < 3; i++) {
              GarbageScenarioTest.create(
                  cluster, "taken-" + i, GarbageScenarioTest.create(cluster, "middle-" + i, taken));
              GarbageScenarioTest.create(cluster, "spared-" + i, spared);
            }
            settle(cluster);
            GarbageScenarioTest.delete(cluster, "taken", "Background");
            GarbageScenarioTest.delete(cluster, "spared", "Orphan");
            cluster.await("the one goes", () -> !isThere(cluster, "spared"));
            for (int i = 0; i < 3; i++) {
              int number = i;
              cluster.await("the others too", () -> !isThere(cluster, "taken-" + number));
            }
            cluster.world().awaitSilence(Duration.ofSeconds(30));

            List<ConfigMap> left =
                cluster.world().objects().list(ConfigMap.class, Cluster.NAMESPACE);
            assertThat(left).allMatch(o -> o.getMetadata().getOwnerReferences().isEmpty());
            assertThat(left)
                .extracting(o -> o.getMetadata().getName())
                .contains("spared-0", "spared-1", "spared-2")
                .doesNotContain("taken", "spared", "middle-0", "middle-1", "middle-2");
          });

  @Test
  void convergesForManySeeds() {
    Seeds.of(TREE, 20).run();
  }

  @ParameterizedTest
  @EnumSource(Fault.class)
  void deletesATreeWithAFaultAtAnyWrite(Fault fault) {
    var summary = Sweep.of(TREE, Cluster.KCM).faults(fault).run();
    assertThat(summary.writes()).isGreaterThan(5);
  }

  @ParameterizedTest
  @EnumSource(names = {"KILL", "LOSE_ANSWER", "CONFLICT", "EXPIRE_WATCHES"})
  void deletesAndOrphansWithAFaultAtAnyWrite(Fault fault) {
    Sweep.of(TWO_WAYS, Cluster.KCM).faults(fault).run();
  }
}
