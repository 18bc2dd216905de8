package io.coxswain.kube.daemonset;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.kube.Cluster;
import io.coxswain.sim.Chaos;
import io.coxswain.sim.Fault;
import io.coxswain.sim.Seeds;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.Sweep;
import io.fabric8.kubernetes.api.model.apps.ControllerRevision;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every single API write of the controller meets a fault; the set must end the same. */
class DaemonSetSweepTest {

  /** Spread over three nodes, rolled, and driven off one of them. */
  private static final Simulation LIFE =
      Cluster.with(
          "life of a daemon",
          manager -> DaemonSetController.register(manager, DaemonSetOptions.byDefault()),
          cluster -> {
            var daemons = new DaemonCluster(cluster);
            List<String> nodes = List.of("n1", "n2", "n3");
            for (String node : nodes) {
              daemons.addNode(node);
            }
            daemons.create("");
            for (String node : nodes) {
              daemons.bringUp(node);
            }
            cluster.await("all are counted", () -> daemons.status().getNumberReady() == 3);
            daemons.setImage("img:2");
            for (String node : nodes) {
              daemons.letEnd(node);
              daemons.bringUp(node);
            }
            cluster.await("all are ready again", () -> daemons.status().getNumberReady() == 3);
            daemons.taint("n2", "NoExecute");
            daemons.letEnd("n2");
            cluster.await(
                "two are wanted and there",
                () ->
                    daemons.status().getDesiredNumberScheduled() == 2
                        && daemons.status().getNumberMisscheduled() == 0);
            cluster.world().awaitSilence(Duration.ofSeconds(10));

            assertThat(cluster.pods()).hasSize(2);
            assertThat(cluster.pods()).extracting(DaemonCluster::image).containsOnly("img:2");
            assertThat(daemons.lasting("n1")).hasSize(1);
            assertThat(daemons.lasting("n3")).hasSize(1);
            assertThat(cluster.world().objects().list(ControllerRevision.class, Cluster.NAMESPACE))
                .hasSize(2);
          });

  @Test
  void convergesForManySeeds() {
    Seeds.of(LIFE, 20).run();
  }

  @ParameterizedTest
  @EnumSource(names = {"KILL", "LOSE_ANSWER", "CONFLICT"})
  void convergesWithAFaultAtAnyWrite(Fault fault) {
    var summary = Sweep.of(LIFE, Cluster.KCM).seed(3).faults(fault).run();
    assertThat(summary.writes()).isGreaterThan(20);
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
    Chaos.of(LIFE, Cluster.KCM).plans(8).run();
  }
}
