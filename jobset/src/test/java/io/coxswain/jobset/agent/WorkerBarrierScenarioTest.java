package io.coxswain.jobset.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.env.Env;
import io.coxswain.sim.ScriptedProgram;
import io.coxswain.sim.Simulation;
import java.time.Duration;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WorkerBarrierScenarioTest {
  private static final Duration GRACE = Duration.ofSeconds(20);

  /** Prints a line each second, for ever. */
  private static final ScriptedProgram WILLING =
      call -> {
        while (true) {
          call.work(Duration.ofSeconds(1));
          call.print("working");
        }
      };

  private static final ScriptedProgram STUBBORN =
      call -> {
        call.ignoreTermination();
        return WILLING.run(call);
      };

  private final AtomicInteger printed = new AtomicInteger();

  @Test
  void theAgentExitsWithTheCodeOfItsWorker() {
    play(
        "end",
        call -> {
          assertThat(call.command().arguments()).containsExactly("sh", "-c", "train it");
          assertThat(call.command().environment()).containsEntry("WORLD_SIZE", "4");
          call.work(Duration.ofMinutes(1));
          return 9;
        },
        (env, barrier, ending) -> {
          barrier.lift();

          assertThat(ending.await()).isEqualTo(9);
        });
  }

  @Test
  void killsTheWorkerWithoutAGracePeriod() {
    play(
        "kill",
        STUBBORN,
        (env, barrier, ending) -> {
          barrier.lift();
          sleep(env, Duration.ofSeconds(10));
          int before = printed.get();
          assertThat(before).isPositive();

          barrier.close(Duration.ZERO);

          sleep(env, Duration.ofMinutes(1));
          assertThat(printed).hasValue(before);
        });
  }

  @Test
  void theWorkerMayExitByItself() {
    play(
        "ask",
        WILLING,
        (env, barrier, ending) -> {
          barrier.lift();
          sleep(env, Duration.ofSeconds(10));
          long began = env.clock().nanos();

          barrier.close(GRACE);

          assertThat(Duration.ofNanos(env.clock().nanos() - began)).isLessThan(GRACE);
        });
  }

  @Test
  void killsAWorkerThatDoesNotExit() {
    play(
        "ask in vain",
        STUBBORN,
        (env, barrier, ending) -> {
          barrier.lift();
          sleep(env, Duration.ofSeconds(10));
          long began = env.clock().nanos();

          barrier.close(GRACE);

          assertThat(Duration.ofNanos(env.clock().nanos() - began)).isEqualTo(GRACE);
          int before = printed.get();
          sleep(env, Duration.ofMinutes(1));
          assertThat(printed).hasValue(before);
        });
  }

  @Test
  void withoutAShellTheAgentFails() {
    Simulation.named("no shell")
        .script(
            world -> {
              var ending = new ExitDecision(world.env().tasks().newBell());

              barrier(world.env(), ending).lift();

              assertThat(ending.await()).isEqualTo(1);
            })
        .run(1);
  }

  private interface Act {
    void on(Env env, WorkerBarrier barrier, ExitDecision ending);
  }

  private void play(String name, ScriptedProgram work, Act act) {
    printed.set(0);
    var done = new AtomicInteger();
    Simulation.named(name)
        .program("sh", work)
        .process(
            "agent",
            env -> {
              var ending = new ExitDecision(env.tasks().newBell());
              act.on(env, barrier(env, ending), ending);
              done.incrementAndGet();
            })
        .script(world -> world.await("the end", () -> done.get() == 1))
        .run(1);
  }

  private WorkerBarrier barrier(Env env, ExitDecision ending) {
    var environment = new TreeMap<String, String>();
    environment.put("WORLD_SIZE", "4");
    return new WorkerBarrier(
        env,
        new AgentSettings.Work.Command("sh", "train it"),
        environment,
        (buffer, length) -> printed.incrementAndGet(),
        ending);
  }

  private static void sleep(Env env, Duration time) {
    env.tasks().newBell().await(0, time);
  }
}
