package io.coxswain.jobset;

import static io.coxswain.jobset.Fixtures.group;
import static io.coxswain.jobset.Fixtures.groups;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.Scenario;
import io.coxswain.sim.Seeds;
import io.coxswain.sim.Simulation;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import org.junit.jupiter.api.Test;

/** A restart and its end, in many interleavings. */
class ConcurrencyScenarioTest {
  static final Stage.Play RESTART_AND_COMPLETE =
      stage -> {
        stage.create("failurePolicy: {maxRestarts: 1}\n" + groups(group("a", 2), group("b", 1)));
        stage.awaitJobs("js-a-0", "js-a-1", "js-b-0");
        stage.fail("js-a-1");
        RestartScenarioTest.awaitAttempt(stage, 1, "js-a-0", "js-a-1", "js-b-0");
        for (String job : stage.jobNames()) {
          stage.complete(job);
        }
        stage.awaitCondition("Completed=True/AllJobsCompleted");
        stage.settle();
        assertThat(stage.status().getRestarts()).isEqualTo(1);
        assertThat(stage.status().getRestartsCountTowardsMax()).isEqualTo(1);
      };

  @Test
  void endsTheSameInEveryInterleaving() {
    var summary =
        Seeds.of(Stage.simulation("restart", Features.none(), RESTART_AND_COMPLETE), 30).run();

    assertThat(summary.runs().stream().map(run -> run.endState()).distinct()).hasSize(1);
  }

  @Test
  @Scenario("jobset-39")
  void twoControllersAtOnceCountARestartOnce() {
    Simulation both =
        Stage.simulation("two controllers", Features.none(), RESTART_AND_COMPLETE)
            .process("other", Stage.controller(Features.none(), PrometheusRegistry::new));

    var summary = Seeds.of(both, 30).run();

    assertThat(summary.runs())
        .as("both have tried to write, at least once")
        .anyMatch(run -> run.writes().getOrDefault("other", 0) > 0);
  }
}
