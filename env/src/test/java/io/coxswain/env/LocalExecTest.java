package io.coxswain.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LocalExecTest {
  private final Exec exec = new LocalExec();
  private final Tasks tasks = new VirtualThreadTasks();
  private final Bell printed = tasks.newBell();
  private final ByteArrayOutputStream output = new ByteArrayOutputStream();

  @TempDir Path folder;

  private Exec.Running run(String... arguments) throws IOException {
    var environment = new TreeMap<String, String>();
    environment.put("GREETING", "hello");
    return exec.start(
        new Exec.Command(
            List.of(arguments),
            environment,
            folder,
            (buffer, length) -> {
              output.write(buffer, 0, length);
              printed.ring();
            }));
  }

  private String printed() {
    return output.toString(StandardCharsets.UTF_8);
  }

  @Test
  void runsAProgramWithTheGivenEnvironmentDirectoryAndOutput() throws IOException {
    var running = run("/bin/sh", "-c", "echo $GREETING $HOME; pwd; echo oops >&2; exit 3");

    assertThat(running.pid()).isPositive();
    assertThat(running.await()).isEqualTo(3);
    assertThat(running.isAlive()).isFalse();
    assertThat(printed()).isEqualTo("hello\n" + folder.toRealPath() + "\noops\n");
  }

  @Test
  void keepsStandardInputOpenOnRequest() throws IOException {
    var running =
        exec.start(
            new Exec.Command(
                List.of("/bin/cat"),
                new TreeMap<>(),
                folder,
                (buffer, length) -> output.write(buffer, 0, length),
                true));

    try (var input = running.input()) {
      input.write("hello".getBytes(StandardCharsets.UTF_8));
    }

    assertThat(running.await()).isZero();
    assertThat(printed()).isEqualTo("hello");
    assertThat(run("/bin/cat").await()).as("without input").isZero();
  }

  @Test
  void runsJava() throws IOException {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();

    assertThat(run(java, "-version").await()).isZero();
    assertThat(printed()).contains("version");
  }

  @Test
  void terminatesAProgram() throws IOException {
    var running =
        run("/bin/sh", "-c", "trap 'echo bye; exit 5' TERM; echo ready; while :; do :; done");
    printed.await(0);

    running.terminate();

    assertThat(running.await()).isEqualTo(5);
    assertThat(printed()).isEqualTo("ready\nbye\n");
  }

  @Test
  void killsAProgramAndItsChildren() throws IOException {
    var running = run("/bin/sh", "-c", "trap '' TERM; echo ready; sleep 1000 & wait; sleep 1000");
    printed.await(0);

    running.terminate();
    running.kill();

    assertThat(running.await()).isEqualTo(128 + 9);
  }

  @Test
  void failsToStartAMissingProgram() {
    assertThatThrownBy(() -> run("/no/such/program")).isInstanceOf(IOException.class);
  }

  @Test
  void cancellationEndsWaitingForAProgram() throws IOException {
    var running = run("/bin/sh", "-c", "echo ready; sleep 1000");
    Task waiting = tasks.spawn("waiting", running::await);
    printed.await(0);

    waiting.cancel();
    waiting.join();
    running.kill();

    assertThat(waiting.failure()).isEmpty();
  }

  @Test
  void killsTheChildrenOfATerminatedProgram() throws IOException {
    var running = run("/bin/sh", "-c", "sleep 600 & echo $!; wait");
    while (!printed().endsWith("\n")) {
      printed.await(0);
    }
    ProcessHandle child = ProcessHandle.of(Long.parseLong(printed().strip())).orElseThrow();

    running.terminate();

    assertThat(running.await()).isEqualTo(143);
    assertThat(child.onExit().join().isAlive()).isFalse();
  }

  @Test
  void doesNotWaitForBackgroundProcessesOfAProgram() throws IOException {
    var running = run("/bin/sh", "-c", "sleep 600 & echo $!");

    assertThat(running.await()).isZero();

    ProcessHandle.of(Long.parseLong(printed().strip())).ifPresent(ProcessHandle::destroyForcibly);
  }
}
