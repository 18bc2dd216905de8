package io.coxswain.sim.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.evidence.Scenario;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.manager.Manager.Stage;
import io.coxswain.sim.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** In which order the parts of a manager start and stop. */
class StageScenarioTest {
  private final List<String> log = new ArrayList<>();

  @Test
  @Scenario("runtime-2")
  void stagesStartInOrderAndStopInTheirs() {
    for (int seed = 1; seed <= 20; seed++) {
      log.clear();
      Simulation.named("stages")
          .process(
              "manager",
              env -> {
                Manager manager = Manager.builder(env).build();
                // Added in the wrong order, and each takes its time to end.
                for (Stage stage : List.of(Stage.values()).reversed()) {
                  manager.add(new Noting(env, stage));
                }
                ReconcileScenarioTest.stopAfter(manager, Duration.ofMinutes(1));
                manager.run();
              })
          .script(world -> world.await("the end", () -> !world.isRunning("manager")))
          .run(seed);

      assertThat(log.subList(0, 7))
          .as("seed %d", seed)
          .containsExactly(
              "SERVERS starts",
              "WEBHOOKS starts",
              "CACHES starts",
              "CACHES ready",
              "EVERYWHERE starts",
              "WARM_UP starts",
              "LEADER starts");
      // What warms up stops beside what runs everywhere.
      assertThat(log.subList(7, 13))
          .as("seed %d", seed)
          .containsSubsequence(
              "EVERYWHERE stopped",
              "LEADER stopped",
              "CACHES stopped",
              "WEBHOOKS stopped",
              "SERVERS stopped");
      assertThat(log.indexOf("WARM_UP stopped")).isLessThan(log.indexOf("LEADER stopped"));
    }
  }

  private final class Noting implements Manager.Routine {
    private final Env env;
    private final Stage stage;

    Noting(Env env, Stage stage) {
      this.env = env;
      this.stage = stage;
    }

    @Override
    public Stage stage() {
      return stage;
    }

    @Override
    public void awaitReady() {
      env.clock().sleep(Duration.ofSeconds(3));
      log.add(stage + " ready");
    }

    @Override
    public void run() {
      log.add(stage + " starts");
      try {
        env.clock().sleep(Duration.ofDays(1));
      } catch (CancelledException e) {
        log.add(stage + " stopped");
        throw e;
      }
    }
  }
}
