package io.coxswain.kube.podgc;

import static io.coxswain.kube.podgc.PodGarbageScenarioTest.addNode;
import static io.coxswain.kube.podgc.PodGarbageScenarioTest.addPod;
import static io.coxswain.kube.podgc.PodGarbageScenarioTest.isThere;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ObjectKey;
import io.coxswain.kube.Cluster;
import io.coxswain.sim.Fault;
import io.coxswain.sim.Seeds;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.Sweep;
import io.fabric8.kubernetes.api.model.Node;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every single API write of the collector meets a fault; the same must be left. */
class PodGarbageSweepTest {

  /** Pods of a node that is gone, and ended ones beyond the threshold. */
  private static final Simulation LEFT_BEHIND =
      PodGarbageScenarioTest.script(
          "left behind",
          1,
          cluster -> {
            addNode(cluster, "n1");
            cluster.run(addPod(cluster, "a", "n1"));
            cluster.run(addPod(cluster, "b", "n1"));
            for (String name : List.of("x", "y", "z")) {
              cluster.succeed(addPod(cluster, name, ""));
              cluster.world().run(Duration.ofSeconds(1));
            }
            cluster.delete(Node.class, ObjectKey.of("n1"), "Background");
            cluster.await("one is left", () -> cluster.pods().size() == 1);
            cluster.world().awaitSilence(Duration.ofSeconds(30));
            assertThat(isThere(cluster, "z")).isTrue();
          });

  @Test
  void convergesForManySeeds() {
    Seeds.of(LEFT_BEHIND, 20).run();
  }

  @ParameterizedTest
  @EnumSource(Fault.class)
  void convergesWithAFaultAtAnyWrite(Fault fault) {
    var summary = Sweep.of(LEFT_BEHIND, Cluster.KCM).seed(3).faults(fault).run();
    assertThat(summary.writes()).isGreaterThan(5);
  }
}
