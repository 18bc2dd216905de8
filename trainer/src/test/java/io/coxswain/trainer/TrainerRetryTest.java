package io.coxswain.trainer;

import static io.coxswain.trainer.TrainerWorld.job;
import static io.coxswain.trainer.TrainerWorld.playJobSet;
import static io.coxswain.trainer.TrainerWorld.setSuspend;

import io.coxswain.api.trainer.TrainingRuntime;
import io.coxswain.sim.Network;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.retry.RetryTrial;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The Trainer's controllers retry each of their writes, although nothing wakes them again. */
class TrainerRetryTest {
  static Stream<RetryTrial> trials() {
    return Stream.of(
        trial("trainjob")
            .step("create", world -> world.objects().create(job("")))
            .step("suspend", world -> setSuspend(world, true))
            .step("resume", world -> setSuspend(world, false))
            .step(
                "the JobSet completes",
                world ->
                    playJobSet(
                        world,
                        """
                        conditions:
                        - {type: Completed, status: "True", reason: AllJobsCompleted, message: done,
                           lastTransitionTime: "2026-01-01T00:00:00Z"}
                        """)),
        trial("mpi")
            .step(
                "create",
                world -> {
                  var mpi = job("trainer: {numNodes: 2}");
                  mpi.getSpec().getRuntimeRef().setName("deepspeed-distributed");
                  world.objects().create(mpi);
                })
            .generated("ssh-privatekey")
            .generated("ssh-publickey"),
        trial("trainingruntime")
            .step(
                "a runtime with an old finalizer",
                world -> {
                  TrainingRuntime old =
                      Yaml.read(
                          TrainingRuntime.class, "{metadata: {name: old, namespace: default}}");
                  old.setSpec(Yaml.torchDistributed().getSpec());
                  old.getMetadata().setFinalizers(List.of("trainer.kubeflow.org/resource-in-use"));
                  world.objects().create(old);
                }));
  }

  @ParameterizedTest
  @MethodSource("trials")
  void retriesEachFailedWrite(RetryTrial trial) {
    trial.run();
  }

  @ParameterizedTest
  @MethodSource("trials")
  void survivesRandomFaults(RetryTrial trial) {
    trial.chaos("trainer").plans(5).run();
  }

  private static RetryTrial trial(String name) {
    return RetryTrial.of(
        name,
        onTrial ->
            Simulation.named(name)
                .network(Network.PROMPT)
                .given(TrainerWorld::install)
                .process("trainer", onTrial.apply(TrainerWorld::main)));
  }
}
