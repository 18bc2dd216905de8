package io.coxswain.kube.disruption;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.kube.Cluster;
import io.coxswain.sim.Chaos;
import io.coxswain.sim.Fault;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.Sweep;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every single API write of the controllers meets a fault; the budget must still be right. */
class DisruptionSweepTest {

  /** Pods come up, one falls back. */
  private static final Simulation COUNTING =
      DisruptionScenarioTest.simulation(
          "budget",
          cluster -> {
            DisruptionScenarioTest.createBudget(cluster, "maxUnavailable: 50%");
            DisruptionScenarioTest.createSet(cluster, 3);
            cluster.await("three pods", () -> cluster.activePods().size() == 3);
            for (Pod pod : cluster.activePods()) {
              cluster.ready(pod);
            }
            DisruptionScenarioTest.awaitAllowed(cluster, 2);
            cluster.unready(cluster.activePods().getFirst());
            DisruptionScenarioTest.awaitAllowed(cluster, 1);
            cluster.world().awaitSilence(Duration.ofSeconds(10));

            assertThat(DisruptionScenarioTest.status(cluster).getExpectedPods()).isEqualTo(3);
          });

  @ParameterizedTest
  @EnumSource(names = {"KILL", "LOSE_ANSWER", "CONFLICT", "CUT_WATCHES"})
  void countsCorrectlyWithAFaultAtAnyWrite(Fault fault) {
    var summary = Sweep.of(COUNTING, Cluster.KCM).seed(3).faults(fault).run();
    assertThat(summary.writes()).isGreaterThan(6);
  }

  @Test
  void survivesRandomFaults() {
    Chaos.of(COUNTING, Cluster.KCM).plans(8).run();
  }
}
