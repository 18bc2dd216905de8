package io.coxswain.kube.attachdetach;

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

/** A volume moves from one node to another, with a fault at any of the writes. */
class AttachDetachSweepTest {
  private static final Simulation MOVE =
      AttachScripts.with(
          "a volume that moves",
          AttachDetachOptions.byDefault(),
          v -> {
            v.node("m");
            v.node("n");
            v.volume("a", "ReadWriteOnce");
            v.volume("b", "ReadWriteOnce");
            v.pod("p", "m", "a");
            v.pod("r", "m", "b");
            v.attach("a", "m");
            v.attach("b", "m");
            v.cluster.await("m may mount both", () -> v.reported("m").size() == 2);
            v.uses("m", "a", "b");
            v.pod("q", "n", "a");
            v.remove("p");
            v.cluster.world().run(Duration.ofSeconds(20));
            assertThat(v.attachments()).hasSize(2);
            assertThat(v.isDetaching("a", "m")).isFalse();

            v.uses("m", "b");
            v.awaitDetachRequest("a", "m");
            assertThat(v.reported("m")).containsExactly(AttachScripts.unique("b"));
            assertThat(v.attachment("a", "n")).isEmpty();
            v.detach("a", "m");
            v.attach("a", "n");
            v.cluster.await("n may mount it", () -> v.reported("n").size() == 1);
            v.cluster.world().awaitSilence(Duration.ofMinutes(10));
            assertThat(v.attachments()).hasSize(2);
          });

  @Test
  void convergesForManySeeds() {
    Seeds.of(MOVE, 20).run();
  }

  @ParameterizedTest
  @EnumSource(names = {"KILL", "LOSE_ANSWER", "CONFLICT"})
  void attachesTheVolumeToOneNodeWithAFaultAtAnyWrite(Fault fault) {
    var summary = Sweep.of(MOVE, Cluster.KCM).seed(7).faults(fault).run();
    assertThat(summary.writes()).isGreaterThan(6);
  }

  @Test
  void survivesRandomFaults() {
    Chaos.of(MOVE, Cluster.KCM).plans(8).run();
  }
}
