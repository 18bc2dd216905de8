package io.coxswain.kube.replicaset;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ApiException;
import io.coxswain.kube.Cluster;
import io.coxswain.sim.Fault;
import io.coxswain.sim.Seeds;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.Sweep;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every single API write of the controller meets a fault; the number of pods must be right. */
class ReplicaSetSweepTest {

  /** Adopts one, makes three, loses one, shrinks to two. */
  private static final Simulation KEEPING =
      Cluster.with(
          "keeping",
          manager -> ReplicaSetController.register(manager, ReplicaSetOptions.byDefault()),
          cluster -> {
            Pod orphan =
                cluster.create(
                    Pod.class,
                    """
                    metadata: {name: orphan, labels: {app: web}}
                    spec: {containers: [{name: c, image: nginx}]}
                    """);
            cluster.ready(orphan); // so it is always among those that stay
            ReplicaSetScenarioTest.create(cluster, 4);
            ReplicaSetScenarioTest.awaitPods(cluster, 4);
            cluster.world().run(Duration.ofSeconds(20));
            ReplicaSetScenarioTest.awaitPods(cluster, 4);
            cluster.remove(madeHere(cluster));
            ReplicaSetScenarioTest.awaitPods(cluster, 4);
            ReplicaSetScenarioTest.scale(cluster, 2);
            ReplicaSetScenarioTest.awaitPods(cluster, 2);
            cluster.world().awaitSilence(Duration.ofSeconds(10));

            assertThat(cluster.pods()).hasSize(2);
            assertThat(cluster.pods())
                .allMatch(p -> p.getMetadata().getOwnerReferences().size() == 1);
            assertThat(ReplicaSetScenarioTest.status(cluster).getConditions()).isEmpty();
          });

  private static Pod madeHere(Cluster cluster) throws ApiException {
    return cluster.pods().stream()
        .filter(p -> p.getMetadata().getName().startsWith("web-"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void convergesForManySeeds() {
    Seeds.of(KEEPING, 25).run();
  }

  @ParameterizedTest
  @EnumSource(Fault.class)
  void keepsTheNumberWithAFaultAtAnyWrite(Fault fault) {
    var summary = Sweep.of(KEEPING, Cluster.KCM).seed(3).faults(fault).run();
    assertThat(summary.writes()).isGreaterThan(8);
  }
}
