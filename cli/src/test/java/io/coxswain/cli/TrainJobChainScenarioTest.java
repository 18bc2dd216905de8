package io.coxswain.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.cli.sim.TrainJobChain;
import io.coxswain.evidence.Scenario;
import io.coxswain.sim.Fault;
import io.coxswain.sim.FaultPlan;
import io.coxswain.sim.Run;
import io.coxswain.sim.Seeds;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.Sweep;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The whole way of one TrainJob: same end for every seed, and wherever its controllers die. */
final class TrainJobChainScenarioTest {
  static final Simulation CHAIN = TrainJobChain.simulation();

  @Test
  void completesTheSameWayForEverySeed() {
    var summary = Seeds.of(CHAIN, 1000).run();

    assertThat(summary.runs().stream().map(Run::endState).distinct()).hasSize(1);
  }

  /** Another JVM salts {@code Map.of} differently and hands out other identity hash codes. */
  @Test
  @Scenario("runtime-39")
  void givesTheSameTraceInAnotherJvm() throws Exception {
    FaultPlan plan =
        FaultPlan.NONE.with("controllers", 9, Fault.KILL).with("nodes", 20, Fault.LOSE_ANSWER);

    String there = hashInAnotherJvm(7, plan);

    assertThat(CHAIN.run(7, plan).hash()).isEqualTo(there);
  }

  private static String hashInAnotherJvm(long seed, FaultPlan plan) throws Exception {
    Process process =
        JavaProcess.of(ChainHash.class)
            .builder(Long.toString(seed), plan.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (var output = process.getInputStream()) {
      return new String(output.readAllBytes(), StandardCharsets.UTF_8).strip();
    }
  }

  @Test
  void completesTheSameWayWhereverTheControllersDie() {
    var summary = Sweep.of(CHAIN, "controllers").faults(Fault.KILL).run();

    assertThat(summary.failed()).isZero();
  }
}
