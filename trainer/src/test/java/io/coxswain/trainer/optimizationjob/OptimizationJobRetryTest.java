package io.coxswain.trainer.optimizationjob;

import io.coxswain.sim.Network;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.retry.RetryTrial;
import io.coxswain.trainer.TrainerWorld;
import org.junit.jupiter.api.Test;

/** The controller retries each of its writes, although nothing wakes it again. */
class OptimizationJobRetryTest {

  @Test
  void retriesEachFailedWrite() {
    trial().run();
  }

  @Test
  void survivesRandomFaults() {
    trial().chaos("trainer").plans(5).run();
  }

  private static RetryTrial trial() {
    return RetryTrial.of(
            "optimization",
            onTrial ->
                Simulation.named("optimization")
                    .network(Network.PROMPT)
                    .given(TrainerWorld::install)
                    .process("trainer", onTrial.apply(OptimizationJobScenarioTest::main)))
        .step("create", world -> world.objects().create(EarlyStoppingScenarioTest.job()))
        .step("a trial reports", world -> EarlyStoppingScenarioTest.report(world, 0, 4, ""))
        .step("it ends", world -> EarlyStoppingScenarioTest.report(world, 0, 2, "Complete"))
        .step("another", world -> EarlyStoppingScenarioTest.report(world, 1, 4, "Complete"))
        .step("a worse one", world -> EarlyStoppingScenarioTest.report(world, 2, 8, ""))
        .step("is stopped", world -> EarlyStoppingScenarioTest.report(world, 2, 7, ""))
        .step("the last", world -> EarlyStoppingScenarioTest.report(world, 3, 1, "Complete"));
  }
}
