package io.coxswain.kube.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.kube.Cluster;
import io.coxswain.sim.Chaos;
import io.coxswain.sim.Fault;
import io.coxswain.sim.Seeds;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.Sweep;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every single API write of the controllers meets a fault; the rollout must still end well. */
class DeploymentSweepTest {
  private static final Simulation ROLLING =
      rollout("rolling", "strategy: {rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}");

  private static final Simulation RECREATE = rollout("recreate", "strategy: {type: Recreate}");

  private static Simulation rollout(String name, String strategy) {
    return Cluster.with(
        name,
        Rollouts::register,
        cluster -> {
          var web = new Rollouts(cluster);
          web.create("replicas: 2", strategy);
          web.awaitComplete();
          web.image("nginx:2");
          web.awaitComplete();
          cluster.await("old pods are gone", () -> cluster.pods().size() == 2);
          cluster.world().awaitSilence(Duration.ofSeconds(10));

          assertThat(web.sets()).extracting(SetSize::size).containsExactly(0, 2);
          assertThat(DeploymentRevisions.of(web.deployment())).isEqualTo("2");
          assertThat(web.status().getCollisionCount()).isNull();
          assertThat(web.status().getUnavailableReplicas()).isNull();
          assertThat(web.reason(DeploymentConditions.PROGRESSING))
              .isEqualTo(DeploymentConditions.COMPLETE);
          assertThat(cluster.pods())
              .allMatch(p -> p.getSpec().getContainers().getFirst().getImage().equals("nginx:2"));
        });
  }

  @Test
  void convergesForManySeeds() {
    Seeds.of(ROLLING, 10).run();
    Seeds.of(RECREATE, 10).run();
  }

  @ParameterizedTest
  @EnumSource(names = {"KILL", "LOSE_ANSWER", "CONFLICT"})
  void rollsOutWithAFaultAtAnyWrite(Fault fault) {
    var summary =
        Sweep.of(ROLLING, Cluster.KCM)
            .seed(3)
            .every(fault == Fault.KILL ? 1 : 2)
            .faults(fault)
            .run();
    assertThat(summary.writes()).isGreaterThan(20);
  }

  @ParameterizedTest
  @EnumSource(names = {"KILL", "LOSE_ANSWER", "CONFLICT"})
  void recreatesWithAFaultAtAnyWrite(Fault fault) {
    var summary =
        Sweep.of(RECREATE, Cluster.KCM)
            .seed(3)
            .every(fault == Fault.KILL ? 1 : 2)
            .faults(fault)
            .run();
    assertThat(summary.writes()).isGreaterThan(15);
  }

  @Test
  void survivesRandomFaults() {
    Chaos.of(ROLLING, Cluster.KCM).plans(30).run();
    Chaos.of(RECREATE, Cluster.KCM).plans(30).run();
  }
}
