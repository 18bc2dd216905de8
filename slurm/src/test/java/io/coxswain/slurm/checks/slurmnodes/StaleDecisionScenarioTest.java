package io.coxswain.slurm.checks.slurmnodes;

import static io.coxswain.slurm.checks.ChecksWorld.awaitMark;
import static io.coxswain.slurm.checks.ChecksWorld.mark;
import static io.coxswain.slurm.checks.ChecksWorld.said;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.sim.Script;
import io.coxswain.sim.retry.LaggingWatches;
import io.coxswain.slurm.checks.ChecksWorld;
import io.coxswain.slurm.marks.ConditionTypes;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Someone else acts after the controller has read a Slurm node or a Kubernetes node. */
class StaleDecisionScenarioTest {
  private static final String REBOOT = "[compute_maintenance] node reboot process";
  private static final Duration ROUND = Duration.ofMinutes(3);

  private final LaggingWatches watches = new LaggingWatches("/api/v1/nodes");
  private final ChecksWorld checks =
      ChecksWorld.changed(
          program -> env -> program.run(watches.connect(env)),
          "--controllers=slurmapiclients,slurmnodes");

  private void run(Script script) {
    checks.simulation(script).run(1);
  }

  /** A node that is to be undrained, while the list of Slurm nodes is on its way. */
  private Script undrainingWhile(Script otherParty) {
    return world -> {
      checks.machine(world, "m1", "worker-0");
      checks.slurm().drain("worker-0", REBOOT);
      world.run(Duration.ofSeconds(5));
      mark(world, "m1", ConditionTypes.DEGRADED, "False", "NodeRebooted");
      checks.servers().delayNext("GET /slurm/v0.0.44/nodes/", Duration.ofMinutes(1));
      world.await("slow response", () -> checks.servers().isDelayed());
      otherParty.run(world);
    };
  }

  @Test
  void keepsADrainThatAnAdministratorRequestedAfterTheList() {
    run(
        undrainingWhile(
            world -> {
              checks.slurm().drain("worker-0", "cables: ask Ann");
              world.run(ROUND.multipliedBy(3));

              assertThat(checks.slurm().isDrained("worker-0")).isTrue();
              assertThat(checks.slurm().reason("worker-0")).isEqualTo("cables: ask Ann");
              assertThat(checks.slurm().updates()).isEmpty();
            }));
  }

  @Test
  void rebootsAgainForADrainWithTheSameReasonAfterTheList() {
    run(
        undrainingWhile(
            world -> {
              checks.slurm().drain("worker-0", REBOOT);
              awaitMark(world, "m1", ConditionTypes.DEGRADED, "True/NodeNeedReboot");

              assertThat(checks.slurm().isDrained("worker-0")).isTrue();
              assertThat(checks.slurm().updates()).isEmpty();
            }));
  }

  @Test
  void keepsTheDrainOfANodeWhoseNextRebootTheCacheDoesNotShow() {
    run(
        world -> {
          checks.machine(world, "m1", "worker-0");
          checks.slurm().drain("worker-0", REBOOT);
          world.run(Duration.ofSeconds(5));
          watches.holdBackAfter(1);
          mark(world, "m1", ConditionTypes.DEGRADED, "False", "NodeRebooted");
          mark(world, "m1", ConditionTypes.DEGRADED, "True", "NodeNeedReboot");
          world.run(ROUND.multipliedBy(3));

          assertThat(checks.slurm().isDrained("worker-0")).isTrue();
          assertThat(checks.slurm().updates()).isEmpty();
        });
  }

  @Test
  void doesNotDrainForMaintenanceThatWasCancelledAfterTheCache() {
    run(
        world -> {
          checks.machine(world, "m1", "worker-0");
          world.run(Duration.ofSeconds(5));
          watches.holdBackAfter(1);
          mark(world, "m1", ConditionTypes.MAINTENANCE_SCHEDULED, "True", "Soon");
          mark(world, "m1", ConditionTypes.MAINTENANCE_SCHEDULED, "False", "Never");
          world.run(ROUND.multipliedBy(3));

          assertThat(checks.slurm().updates()).isEmpty();
          assertThat(checks.slurm().isDrained("worker-0")).isFalse();
          assertThat(said(world, "m1", ConditionTypes.MAINTENANCE)).isIn("", "False/NodeUndrained");
        });
  }

  @Test
  void doesNotEndMaintenanceThatWasScheduledAgainAfterTheCache() {
    run(
        world -> {
          checks.machine(world, "m1", "worker-0");
          mark(world, "m1", ConditionTypes.MAINTENANCE_SCHEDULED, "True", "Soon");
          awaitMark(world, "m1", ConditionTypes.MAINTENANCE, "True/NodeDraining");
          world.run(Duration.ofSeconds(5));
          int before = checks.slurm().updates().size();
          watches.holdBackAfter(1);
          mark(world, "m1", ConditionTypes.MAINTENANCE_SCHEDULED, "False", "Never");
          mark(world, "m1", ConditionTypes.MAINTENANCE_SCHEDULED, "True", "Soon");
          world.run(ROUND.multipliedBy(3));

          assertThat(said(world, "m1", ConditionTypes.MAINTENANCE)).isEqualTo("True/NodeDraining");
          assertThat(checks.slurm().isDrained("worker-0")).isTrue();
          assertThat(checks.slurm().updates()).hasSize(before);
        });
  }
}
