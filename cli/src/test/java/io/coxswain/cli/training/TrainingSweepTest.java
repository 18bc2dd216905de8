package io.coxswain.cli.training;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.cli.sim.TrainingLife;
import io.coxswain.sim.Fault;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.Sweep;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

/**
 * A slice of {@code coxswain sim training --sweep all}: the life of a TrainJob on two replicas of
 * each program, with a fault at some writes of those that lead. The whole takes half an hour.
 */
final class TrainingSweepTest {
  private static final Simulation LIFE = TrainingLife.simulation();
  private static final SortedMap<String, Integer> WRITES = LIFE.run(1).writes();

  @Test
  void everyKindOfFaultAtSomeWritesOfTrainer() {
    sweep(
        "trainer",
        2,
        Fault.KILL,
        Fault.LOSE_ANSWER,
        Fault.DROP_REQUEST,
        Fault.CONFLICT,
        Fault.TOO_MANY_REQUESTS,
        Fault.SERVER_ERROR,
        Fault.CUT_WATCHES);
  }

  @Test
  void deathAndConflictAtSomeWritesOfJobSet() {
    sweep("jobset", 3, Fault.KILL, Fault.CONFLICT);
  }

  @Test
  void deathAndLossAtSomeWritesOfTheOthers() {
    sweep("kube", 3, Fault.KILL, Fault.LOSE_ANSWER);
    sweep("scheduler", 1, Fault.KILL);
  }

  private static void sweep(String program, int points, Fault... faults) {
    String leader = leader(program);
    int writes = WRITES.getOrDefault(leader, 0);
    var summary = Sweep.of(LIFE, leader).faults(faults).every(writes / points + 1).run();

    assertThat(summary.writes()).isPositive();
    assertThat(summary.failed()).isZero();
  }

  /** The replica that did the work. */
  private static String leader(String program) {
    return WRITES.keySet().stream()
        .filter(process -> process.startsWith(program))
        .max((a, b) -> WRITES.getOrDefault(a, 0) - WRITES.getOrDefault(b, 0))
        .orElseThrow();
  }
}
