package io.coxswain.jobset;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.runtime.manager.Manager;
import io.coxswain.sim.Fault;
import io.coxswain.sim.Main;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.Sweep;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import org.junit.jupiter.api.Test;

/** Two replicas that divide the namespaces bring a JobSet to the same end as one. */
class JobSetShardsSweepTest {
  private static final int SHARDS = 3;

  @Test
  void aRestartSurvivesFaultsAtTheWritesOfEitherReplica() {
    for (String replica : new String[] {"jobset-1", "jobset-2"}) {
      var summary =
          Sweep.of(simulation(), replica)
              .faults(Fault.KILL, Fault.LOSE_ANSWER, Fault.CONFLICT, Fault.PAUSE)
              .every(29)
              .run();

      assertThat(summary.writes()).isPositive();
      assertThat(summary.failed()).isZero();
    }
  }

  private static Simulation simulation() {
    return Stage.empty("restart with shards", ConcurrencyScenarioTest.RESTART_AND_COMPLETE)
        .process("jobset-1", replica("jobset-1"))
        .process("jobset-2", replica("jobset-2"))
        .process("sweeper", Sweeper::main);
  }

  private static Main replica(String host) {
    return env -> {
      Manager manager =
          Manager.builder(env)
              .name("jobset")
              .leaderElection(e -> e.id("jobset").namespace("default").host(host))
              .shards(SHARDS)
              .build();
      JobSetControllers.register(manager, Features.none(), new PrometheusRegistry());
      manager.run();
    };
  }
}
