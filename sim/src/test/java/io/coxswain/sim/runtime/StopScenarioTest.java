package io.coxswain.sim.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.api.ObjectKey;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.evidence.Scenario;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.manager.ManagerBuilder;
import io.coxswain.runtime.manager.ManagerException;
import io.coxswain.sim.Simulation;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How a manager ends. */
class StopScenarioTest {
  private static final ObjectKey KEY = ObjectKey.of("default", "a");

  private final List<String> log = new ArrayList<>();

  @Test
  void stopsAtOnceEvenIfACacheNeverSyncs() {
    run(
        env -> {
          Manager manager = Manager.builder(env.withApi(new HangingApi(env))).build();
          manager.index(ConfigMap.class, "x", c -> List.of());
          ReconcileScenarioTest.stopAfter(manager, Duration.ofMinutes(5));
          manager.run();
          note(env, "stopped");
        });

    assertThat(log).containsExactly("300.0 stopped");
  }

  @Test
  @Scenario("runtime-1")
  void doesNothingBeforeTheCacheSyncsAndStopsWithinASecond() {
    // A server that refuses, again and again, and one that never answers.
    for (boolean answers : new boolean[] {false, true}) {
      long[] steps = new long[2];
      for (int run = 0; run < 2; run++) {
        Duration time = run == 0 ? Duration.ofMinutes(5) : Duration.ofMinutes(65);
        log.clear();
        steps[run] =
            Simulation.named("never filled")
                .process(
                    "manager",
                    env -> {
                      var broken = new BreakableApi(env.api());
                      broken.broken = true;
                      Manager manager =
                          Manager.builder(env.withApi(answers ? broken : new HangingApi(env)))
                              .build();
                      manager.index(ConfigMap.class, "x", c -> List.of());
                      ReconcileScenarioTest.stopAfter(manager, time);
                      manager.run();
                      note(env, "stopped");
                    })
                .script(
                    world ->
                        world.await(
                            "the end", () -> !world.isRunning("manager"), Duration.ofHours(2)))
                .run(1)
                .steps();
        assertThat(log).containsExactly(time.toSeconds() + ".0 stopped");
      }
      // An hour more costs a retry every half minute at most, and nothing in between.
      assertThat(steps[1] - steps[0]).isLessThan(answers ? 120 * 10 : 5);
    }
  }

  @Test
  void letsARunningReconcileFinish() {
    run(
        env -> {
          Manager manager = sleeper(env, Duration.ofSeconds(20));
          ReconcileScenarioTest.stopAfter(manager, Duration.ofSeconds(10));
          manager.run();
          note(env, "stopped");
        });

    assertThat(log).containsExactly("0.0 begins", "20.0 ends", "20.0 stopped");
  }

  @Test
  @Scenario("runtime-4")
  void waitsAtMostHalfAMinuteForARunningReconcile() {
    run(
        env -> {
          Manager manager = sleeper(env, Duration.ofSeconds(50));
          ReconcileScenarioTest.stopAfter(manager, Duration.ofSeconds(10));
          assertThatThrownBy(manager::run)
              .isInstanceOf(ManagerException.class)
              .hasMessage(
                  "failed waiting for all runnables to end within grace period of 30s: sleeper");
          note(env, "stopped");
          env.clock().sleep(Duration.ofSeconds(1));
        });

    assertThat(log).containsExactly("0.0 begins", "40.0 stopped", "40.0 cancelled");
  }

  @Test
  void aFailingRoutineEndsTheManagerWithItsError() {
    run(
        env -> {
          Manager manager = sleeper(env, Duration.ofSeconds(5));
          manager.add(
              () -> {
                env.clock().sleep(Duration.ofSeconds(2));
                throw new IllegalStateException("broken");
              });
          assertThatThrownBy(manager::run)
              .isInstanceOf(ManagerException.class)
              .hasMessage("routine failed: broken")
              .hasCauseInstanceOf(IllegalStateException.class);
          note(env, "stopped");
        });

    assertThat(log).containsExactly("0.0 begins", "5.0 ends", "5.0 stopped");
  }

  @Test
  void aReturningRoutineIsNotAnError() {
    run(
        env -> {
          Manager manager = Manager.builder(env).build();
          manager.add(() -> note(env, "routine"));
          ReconcileScenarioTest.stopAfter(manager, Duration.ofMinutes(1));
          manager.run();
          note(env, "stopped");
          assertThatThrownBy(manager::run).hasMessage("manager already started");
        });

    assertThat(log).containsExactly("0.0 routine", "60.0 stopped");
  }

  @Test
  void stopsNonLeaderRoutinesBeforeLeaderRoutines() {
    run(
        env -> {
          Manager manager = Manager.builder(env).build();
          manager.add(new Noting(env, "leader", true));
          manager.add(new Noting(env, "everywhere", false));
          ReconcileScenarioTest.stopAfter(manager, Duration.ofMinutes(1));
          manager.run();
        });

    assertThat(log.subList(2, 4))
        .containsExactly("60.0 everywhere cancelled", "60.0 leader cancelled");
  }

  @Test
  @Scenario("runtime-3")
  void startsAddedRoutinesWithTheLeaseAndRejectsThemWhenStopping() {
    run(
        env -> {
          Manager leader = candidate(env, "a").build();
          Manager standby = candidate(env, "b").build();
          var one = env.tasks().spawn("leader", leader::run);
          env.clock().sleep(Duration.ofSeconds(5));
          var two = env.tasks().spawn("standby", standby::run);
          env.clock().sleep(Duration.ofSeconds(5));
          standby.add(new Noting(env, "late", true));
          env.clock().sleep(Duration.ofSeconds(10));
          assertThat(log).isEmpty();

          leader.stop();
          one.join();
          env.clock().sleep(Duration.ofSeconds(5));
          assertThat(log).hasSize(1).first().asString().endsWith("late begins");

          standby.add(new Noting(env, "at once", true));
          env.clock().sleep(Duration.ofSeconds(1));
          assertThat(log).hasSize(2);
          standby.stop();
          env.clock().sleep(Duration.ofMillis(1));
          assertThatThrownBy(() -> standby.add(new Noting(env, "too late", true)))
              .hasMessage("can't accept new runnable as stop procedure is already engaged");
          two.join();
        });
  }

  static ManagerBuilder candidate(Env env, String host) {
    return Manager.builder(env)
        .leaderElection(
            election -> election.id("test").namespace("default").host(host).releaseOnCancel());
  }

  private Manager sleeper(Env env, Duration time) {
    Manager manager = Manager.builder(env).build();
    manager
        .controller("sleeper")
        .reconcile(
            (key, pass) -> {
              note(env, "begins");
              try {
                env.clock().sleep(time);
              } catch (CancelledException e) {
                note(env, "cancelled");
                throw e;
              }
              note(env, "ends");
              return Outcome.done();
            })
        .enqueue(KEY);
    return manager;
  }

  private final class Noting implements Manager.Routine {
    private final Env env;
    private final String name;
    private final boolean needsLeader;

    Noting(Env env, String name, boolean needsLeader) {
      this.env = env;
      this.name = name;
      this.needsLeader = needsLeader;
    }

    @Override
    public void run() {
      note(env, name + " begins");
      try {
        env.clock().sleep(Duration.ofDays(1));
      } catch (CancelledException e) {
        note(env, name + " cancelled");
        throw e;
      }
    }

    @Override
    public boolean needsLeader() {
      return needsLeader;
    }
  }

  private void note(Env env, String what) {
    log.add(Math.floor(env.clock().nanos() / 1e8) / 10 + " " + what);
  }

  private static void run(io.coxswain.sim.Main main) {
    Simulation.named("stop")
        .process("manager", main)
        .script(world -> world.await("the end", () -> !world.isRunning("manager")))
        .run(1);
  }
}
