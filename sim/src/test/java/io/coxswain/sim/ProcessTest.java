package io.coxswain.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.env.Env;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Killing and restarting, disks and clocks. */
final class ProcessTest {
  private static final Path LOG = Path.of("/log");

  /** Appends a line to its log each second, and one more if its finally block has an effect. */
  private static void ticker(Env env) throws IOException {
    try {
      while (true) {
        append(env, "tick");
        env.clock().sleep(Duration.ofSeconds(1));
      }
    } finally {
      append(env, "finally");
    }
  }

  private static void append(Env env, String line) throws IOException {
    try (var out = env.files().append(LOG)) {
      out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }
  }

  @Test
  void aKilledProcessHasNoMoreEffectAndItsDiskSurvives() {
    var disks = new ArrayList<String>();
    Main main =
        env -> {
          disks.add(
              env.files().exists(LOG)
                  ? new String(env.files().read(LOG), StandardCharsets.UTF_8)
                  : "");
          env.tasks().spawn("other", () -> env.clock().sleep(Duration.ofDays(1)));
          ticker(env);
        };
    Simulation.named("kill")
        .process("ticker", main)
        .script(
            world -> {
              world.run(Duration.ofMillis(2500));
              world.kill("ticker");
              world.run(Duration.ofSeconds(10));
              assertThat(world.isRunning("ticker")).isFalse();
              world.restart("ticker");
              world.run(Duration.ofSeconds(1));
            })
        .run(1);

    assertThat(disks).containsExactly("", "tick\ntick\ntick\n");
  }

  @Test
  void aRestartedProcessDrawsOtherRandomNumbers() {
    var drawn = new ArrayList<Long>();
    Script script =
        world -> {
          world.awaitIdle();
          world.kill("p");
          world.restart("p");
          world.awaitIdle();
        };
    Main main =
        env -> {
          drawn.add(env.entropy().derive("a").nextLong());
          drawn.add(env.entropy().derive("a").nextLong());
          env.clock().sleep(Duration.ofDays(1));
        };
    Simulation.named("entropy").process("p", main).script(script).run(1);
    List<Long> first = List.copyOf(drawn);
    drawn.clear();
    Simulation.named("entropy").process("p", main).script(script).run(1);

    assertThat(first).doesNotHaveDuplicates().hasSize(4).isEqualTo(drawn);
  }

  @Test
  void aProcessThatFailsWithoutAFaultFailsTheRun() {
    var simulation =
        Simulation.named("crash")
            .process(
                "p",
                env -> {
                  throw new IOException("no flags");
                })
            .script(world -> world.run(Duration.ofSeconds(1)));

    assertThatThrownBy(() -> simulation.run(4))
        .isInstanceOf(WorldFailure.class)
        .hasMessageContaining("process p failed")
        .hasMessageContaining("seed 4");
  }

  @Test
  void reportsATaskThatCatchesAllErrors() {
    var simulation =
        Simulation.named("immortal")
            .process(
                "p",
                env -> {
                  int caught = 0;
                  while (caught >= 0) {
                    try {
                      env.clock().sleep(Duration.ofSeconds(1));
                    } catch (ProcessKilled e) {
                      caught++;
                    }
                  }
                })
            .script(
                world -> {
                  world.awaitIdle();
                  world.kill("p");
                  world.run(Duration.ofSeconds(1));
                });

    assertThatThrownBy(() -> simulation.run(1))
        .isInstanceOf(WorldFailure.class)
        .hasMessageContaining("p/main goes on after it was killed");
  }

  @Test
  void runsScriptsAsProgramsInVirtualTime() {
    var lines = new ArrayList<String>();
    var codes = new ArrayList<Integer>();
    Main main =
        env -> {
          codes.add(ScriptedExecTest.start(env, lines, "hello").await());
          var slow = ScriptedExecTest.start(env, lines, "slow");
          env.clock().sleep(Duration.ofSeconds(1));
          assertThat(slow.isAlive()).isTrue();
          slow.terminate();
          codes.add(slow.await());
          var stubborn = ScriptedExecTest.start(env, lines, "stubborn");
          env.clock().sleep(Duration.ofSeconds(1));
          stubborn.terminate();
          env.clock().sleep(Duration.ofSeconds(1));
          assertThat(stubborn.isAlive()).isTrue();
          stubborn.kill();
          codes.add(stubborn.await());
          codes.add(ScriptedExecTest.start(env, lines, "slow").await());
        };
    var ends = new AtomicInteger();
    Simulation.named("exec")
        .program("hello", ScriptedProgram.printing("hello", 3))
        .program("slow", ScriptedProgram.taking(Duration.ofHours(1)))
        .program(
            "stubborn",
            call -> {
              call.ignoreTermination();
              call.work(Duration.ofDays(1));
              return ends.incrementAndGet();
            })
        .process("p", main)
        .script(world -> world.await("the end", () -> !world.isRunning("p"), Duration.ofDays(1)))
        .run(1);

    assertThat(lines).containsExactly("hello\n");
    assertThat(codes).containsExactly(3, 143, 137, 0);
    assertThat(ends).hasValue(0);
  }

  @Test
  void aFullDiskRejectsWritesUntilThereIsSpace() {
    var seen = new ArrayList<String>();
    Simulation.named("full disk")
        .process(
            "writer",
            env -> {
              var file = java.nio.file.Path.of("/certificate");
              for (int i = 0; true; i++) {
                try {
                  env.files().write(file, new byte[] {(byte) i});
                  seen.add("wrote");
                } catch (java.io.IOException e) {
                  seen.add(e.getMessage() + ", has " + env.files().read(file)[0]);
                }
                env.clock().sleep(Duration.ofSeconds(10));
              }
            })
        .script(
            world -> {
              world.run(Duration.ofSeconds(15));
              world.fillDisk("writer");
              world.run(Duration.ofSeconds(10));
              world.freeDisk("writer");
              world.run(Duration.ofSeconds(10));
            })
        .run(1);

    assertThat(seen)
        .containsExactly("wrote", "wrote", "/certificate: No space left on device, has 1", "wrote");
  }
}
