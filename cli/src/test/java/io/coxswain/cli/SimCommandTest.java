package io.coxswain.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What {@code coxswain sim} prints. */
final class SimCommandTest {
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final PrintStream out = System.out;

  @BeforeEach
  void redirect() {
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
  }

  @AfterEach
  void restore() throws Exception {
    System.setOut(out);
    TestLogs.restore();
  }

  private String run(int code, String... arguments) {
    assertThat(Coxswain.commandLine(arguments).execute(arguments)).isEqualTo(code);
    return printed.toString(StandardCharsets.UTF_8);
  }

  @Test
  void describesEachScenario() {
    assertThat(run(0, "sim", "--list"))
        .contains(
            "trainjob\n    A TrainJob becomes", "    Processes: controllers, nodes\n", "gangs\n");
  }

  @Test
  void describesTheWritesOfARun() {
    assertThat(run(0, "sim", "trainjob", "--seed", "7", "--faults", "controllers@2=kill"))
        .containsSubsequence(
            "trainer applies JobSet hello\n",
            "kill strikes controllers",
            "jobset creates Job hello-node-0\n",
            "kube-controller-manager creates Pod hello-node-0-",
            "scheduler binds Pod hello-node-0-",
            "trainer patches the status of TrainJob hello: Complete")
        .doesNotContain("{\"");
  }

  @Test
  void printsTheBodiesOfWritesWithVerbose() {
    assertThat(run(0, "sim", "trainjob", "--seed", "7", "-v")).contains("(had seen ", "{\"");
  }

  @Test
  void summarizesASweepInASentenceAndATable() {
    assertThat(
            run(
                0,
                "sim",
                "trainjob",
                "--sweep",
                "controllers",
                "--every",
                "20",
                "--fault",
                "kill,conflict"))
        .startsWith("trainjob survived: ")
        .containsPattern(
            "FAULT +RUNS +FAILED +MEANING\nkill +\\d+ +0 +killed after the write, then restarted\nconflict +\\d+ +0 +409 Conflict\n");
  }

  @Test
  void reportsTheSpeedOfTheSecondHalf() {
    assertThat(run(0, "sim", "trainjob", "--speed", "1"))
        .containsPattern(
            "runs per second of one core, .* ms of processor time each; .*; on average \\d+ steps");
  }

  @Test
  void summarizesSeeds() {
    assertThat(run(0, "sim", "trainjob", "--seeds", "2"))
        .startsWith("trainjob ended well with each of 2 seeds; 0 runs were repeated");
  }
}
