package io.coxswain.slurm.checks;

import static io.coxswain.slurm.checks.ChecksWorld.mark;

import io.coxswain.sim.Script;
import io.coxswain.sim.World;
import io.coxswain.sim.retry.RetryTrial;
import io.coxswain.slurm.marks.ConditionTypes;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The checks retry each of their writes, although nothing wakes them again. */
class ChecksRetryTest {
  private static final Duration QUIET = Duration.ofMinutes(6);

  static Stream<RetryTrial> trials() {
    var checks = new AtomicReference<ChecksWorld>();
    Script machine = world -> Objects.requireNonNull(checks.get()).machine(world, "m1", "worker-0");
    return Stream.of(
        trial("maintenance", checks)
            .step(
                "maintenance is scheduled",
                QUIET,
                world -> {
                  machine.run(world);
                  mark(world, "m1", ConditionTypes.MAINTENANCE_SCHEDULED, "True", "Soon");
                })
            .step("the rebooter has drained it", QUIET, ChecksRetryTest::drained),
        trial("maintenance called off", checks)
            .step(
                "maintenance is scheduled",
                QUIET,
                world -> {
                  machine.run(world);
                  mark(world, "m1", ConditionTypes.MAINTENANCE_SCHEDULED, "True", "Soon");
                })
            .step(
                "it is not any more",
                QUIET,
                world -> mark(world, "m1", ConditionTypes.MAINTENANCE_SCHEDULED, "False", "No")),
        trial("silence", checks)
            .step(
                "a node is silent",
                Duration.ofMinutes(25),
                world -> {
                  machine.run(world);
                  mark(world, "m1", ConditionTypes.READY, "Unknown", "NodeStatusUnknown");
                }));
  }

  private static void drained(World world) throws Exception {
    mark(world, "m1", ConditionTypes.DRAIN, "True", "NodeDrained");
  }

  @ParameterizedTest
  @MethodSource("trials")
  void retriesEachFailedWrite(RetryTrial trial) {
    trial.run();
  }

  @ParameterizedTest
  @MethodSource("trials")
  void survivesRandomFaults(RetryTrial trial) {
    trial.chaos("checks").plans(5).run();
  }

  private static RetryTrial trial(String name, AtomicReference<ChecksWorld> present) {
    return RetryTrial.of(
        name,
        onTrial -> {
          var own = ChecksWorld.changed(onTrial, "--controllers=slurmnodes,k8snodes");
          return own.simulation().before(world -> present.set(own));
        });
  }
}
