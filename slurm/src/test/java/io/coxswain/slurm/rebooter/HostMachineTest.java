package io.coxswain.slurm.rebooter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.env.Env;
import io.coxswain.sim.Simulation;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HostMachineTest {
  private final List<List<String>> commands = new ArrayList<>();
  private int exitCode;

  /** What is done on a machine. */
  private interface Deed {
    void on(Env env, HostMachine machine) throws Exception;
  }

  private void on(Deed deed) {
    Simulation.named("machine")
        .program(
            "/usr/bin/nsenter",
            call -> {
              commands.add(call.command().arguments());
              call.print("Failed to connect to bus");
              return exitCode;
            })
        .process("program", env -> deed.on(env, new HostMachine(env)))
        .script(world -> world.run(Duration.ofMinutes(1)))
        .run(1);
  }

  private static void uptime(Env env, String text) throws Exception {
    env.files().createDirectories(Path.of("/proc"));
    env.files().write(Path.of("/proc/uptime"), text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void readsWhenItBootedFromTheKernel() {
    on(
        (env, machine) -> {
          uptime(env, "90061.50 181402.13\n");
          assertThat(machine.bootedAt()).isEqualTo(env.clock().now().minusMillis(90_061_500));
          uptime(env, "soon\n");
          assertThatThrownBy(machine::bootedAt).hasMessageContaining("/proc/uptime");
        });
  }

  @Test
  void reportsAnUnreadableBootTime() {
    on((env, machine) -> assertThatThrownBy(machine::bootedAt).isInstanceOf(Exception.class));
  }

  @Test
  void rebootsFromTheFileSystemOfTheHost() {
    on((env, machine) -> machine.reboot());

    assertThat(commands)
        .containsExactly(List.of("/usr/bin/nsenter", "-m/proc/1/ns/mnt", "--", "reboot", "now"));
  }

  @Test
  void reportsWhyTheHostWasNotRebooted() {
    exitCode = 1;
    on(
        (env, machine) ->
            assertThatThrownBy(machine::reboot)
                .hasMessageContaining("exit code 1")
                .hasMessageContaining("Failed to connect to bus"));
  }
}
