package io.coxswain.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.cli.sim.GangLife;
import io.coxswain.sim.Fault;
import io.coxswain.sim.Seeds;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.Sweep;
import org.junit.jupiter.api.Test;

/** A slice of {@code coxswain sim gangs --sweep all}, which takes some minutes. */
final class GangSweepTest {
  private static final Simulation LIFE = GangLife.simulation();

  @Test
  void gangsAndPreemptionCompleteForManySeeds() {
    assertThat(Seeds.of(LIFE, 10).run().runs()).hasSize(10);
  }

  @Test
  void survivesFaultsAtEveryWriteOfTheScheduler() {
    var summary =
        Sweep.of(LIFE, "scheduler")
            .faults(Fault.KILL, Fault.LOSE_ANSWER, Fault.CONFLICT)
            .every(5)
            .run();

    assertThat(summary.writes()).isGreaterThan(9);
    assertThat(summary.failed()).isZero();
  }

  @Test
  void survivesFaultsAtSomeWritesOfTheNodes() {
    var summary = Sweep.of(LIFE, "nodes").faults(Fault.KILL, Fault.SERVER_ERROR).every(15).run();

    assertThat(summary.writes()).isGreaterThan(50);
    assertThat(summary.failed()).isZero();
  }
}
