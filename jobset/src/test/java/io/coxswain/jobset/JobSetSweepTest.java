package io.coxswain.jobset;

import static io.coxswain.jobset.Fixtures.group;
import static io.coxswain.jobset.Fixtures.groups;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.sim.Chaos;
import io.coxswain.sim.Fault;
import io.coxswain.sim.Sweep;
import org.junit.jupiter.api.Test;

/** A fault at every single write of the controller leads to the same end. */
class JobSetSweepTest {

  @Test
  void aRestartSurvivesEveryFaultAtEveryWrite() {
    var summary = sweep("restart", ConcurrencyScenarioTest.RESTART_AND_COMPLETE, Fault.values());

    assertThat(summary.writes()).isGreaterThanOrEqualTo(12);
    assertThat(summary.failed()).isZero();
  }

  @Test
  void aRestartSurvivesEveryFaultAtEveryWriteWithWebhooks() {
    var summary =
        Sweep.of(
                Admitted.simulation(
                    "restart with webhooks",
                    Features.none(),
                    ConcurrencyScenarioTest.RESTART_AND_COMPLETE),
                "jobset")
            .faults(Fault.KILL, Fault.LOSE_ANSWER, Fault.CONFLICT)
            .run();

    assertThat(summary.writes()).isGreaterThanOrEqualTo(12);
    assertThat(summary.failed()).isZero();
  }

  @Test
  void startingInOrderSuspendingAndResumingSurvivesEveryFaultAtEveryWrite() {
    var summary =
        sweep(
            "suspend and resume",
            stage -> {
              stage.create(
                  "startupPolicy: {startupPolicyOrder: InOrder}\n"
                      + "successPolicy: {operator: Any, targetReplicatedJobs: [b]}\n"
                      + groups(group("a", 1), group("b", 2)));
              stage.awaitJobs("js-a-0");
              stage.awaitCondition("StartupPolicyInProgress=True/InOrderStartupPolicyInProgress");
              stage.ready("js-a-0");
              stage.awaitJobs("js-a-0", "js-b-0", "js-b-1");
              stage.edit(js -> js.getSpec().setSuspend(true));
              stage.world.await(
                  "suspension", () -> stage.jobs().stream().allMatch(OwnedJobs::suspended));
              stage.awaitCondition("Suspended=True/SuspendedJobs");
              stage.idle("js-a-0");
              stage.edit(js -> js.getSpec().setSuspend(false));
              stage.world.await("the first group", () -> !OwnedJobs.suspended(stage.job("js-a-0")));
              stage.ready("js-a-0");
              stage.world.await(
                  "resumption", () -> stage.jobs().stream().noneMatch(OwnedJobs::suspended));
              stage.complete("js-b-0");
              stage.awaitCondition("Completed=True/AllJobsCompleted");
              stage.awaitJobs("js-b-0");
              stage.settle();
            },
            Fault.KILL,
            Fault.LOSE_ANSWER,
            Fault.CONFLICT);

    assertThat(summary.failed()).isZero();
  }

  private static Sweep.Summary sweep(String name, Stage.Play play, Fault... faults) {
    return Sweep.of(Stage.simulation(name, Features.none(), play), "jobset").faults(faults).run();
  }

  @Test
  void aRestartSurvivesRandomFaults() {
    Chaos.of(
            Stage.simulation(
                "restart", Features.none(), ConcurrencyScenarioTest.RESTART_AND_COMPLETE),
            "jobset")
        .plans(40)
        .run();
  }
}
