package io.coxswain.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.env.Env;
import io.coxswain.env.Exec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class ScriptedExecTest {

  static Exec.Running start(Env env, List<String> lines, String program) throws IOException {
    return env.exec()
        .start(
            new Exec.Command(
                List.of(program),
                new TreeMap<>(),
                Path.of("/"),
                (buffer, length) ->
                    lines.add(new String(buffer, 0, length, StandardCharsets.UTF_8))));
  }

  @Test
  void failsToStartAMissingProgram() {
    Simulation.named("exec")
        .script(
            world ->
                assertThatThrownBy(() -> start(world.env(), new ArrayList<>(), "nothing"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("no program nothing"))
        .run(1);
  }

  @Test
  void aProgramTerminatedBeforeItsFirstStepEndsToo() {
    Simulation.named("exec")
        .program("hello", ScriptedProgram.printing("hello", 0))
        .script(
            world -> {
              var lines = new ArrayList<String>();
              var running = start(world.env(), lines, "hello");
              running.terminate();

              assertThat(running.await()).isEqualTo(143);
              assertThat(lines).isEmpty();
            })
        .run(1);
  }
}
