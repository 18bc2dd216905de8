package io.coxswain.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.Scenario;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The command line itself. */
final class CoxswainTest {

  @AfterEach
  void restoreLogs() throws Exception {
    TestLogs.restore();
  }

  private final StringWriter errors = new StringWriter();

  @Test
  void printsItsVersion() {
    assertThat(run("version")).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"soperator", "sim", "render"})
  void rejectsCommandsThatAreNotImplemented(String command) {
    assertThat(run(command, "--some-flag", "value")).isEqualTo(2);
  }

  @Test
  void rejectsUnknownCommands() {
    assertThat(run("sail")).isEqualTo(2);
    assertThat(run("up", "--nodes", "many")).isEqualTo(2);
    assertThat(errors.toString()).contains("'sail'").contains("'many' is not an int");
  }

  @Test
  void reportsAMissingCommand() {
    assertThat(run()).isEqualTo(2);
    assertThat(errors.toString()).contains("Missing command").contains("train");
  }

  @Test
  void failsForAMissingFile() {
    assertThat(run("train", "no-such-file.yaml")).isEqualTo(1);
  }

  @Test
  @Scenario("trainer-32")
  void trainerExitsOnAnInvalidConfiguration(@TempDir Path folder) throws IOException {
    String head = "apiVersion: config.trainer.kubeflow.org/v1alpha1\nkind: Configuration\n";
    Path file = Files.writeString(folder.resolve("c.yaml"), head + "unknownField: 1\n");

    assertThat(run("trainer-controller-manager", "--config", file.toString())).isEqualTo(1);
    assertThat(errors.toString())
        .contains("failed to decode config file: ")
        .contains("strict decoding error: unknown field \"unknownField\"");

    Files.writeString(file, head + "webhook: {port: 99999}\n");
    assertThat(run("trainer-controller-manager", "--config=" + file)).isEqualTo(1);
    assertThat(errors.toString())
        .contains(
            "invalid configuration: webhook.port: Invalid value: 99999: must be between 1 and"
                + " 65535");
  }

  @Test
  void programsExitOnUnknownFlags() {
    assertThat(run("trainer-controller-manager", "--metrics-bind-address=0")).isEqualTo(2);
    assertThat(run("jobset-controller", "--feature-gates=x")).isEqualTo(2);
    assertThat(run("jobset-controller", "--config=/no/such/file")).isEqualTo(1);
    assertThat(run("in-place-restart-agent", "--config=x")).isEqualTo(2);
  }

  @Test
  void anAgentWithoutAPodNameFailsWithAnError() {
    assertThat(run("in-place-restart-agent")).isEqualTo(1);
    assertThat(errors.toString()).contains("coxswain: in-place-restart-agent: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"trainer-controller-manager", "jobset-controller"})
  void programsLogAccordingToTheirFlags(String program) {
    assertThat(run(program, "--zap-encoder=xml")).isEqualTo(2);
    assertThat(run(program, "--zap-log-level=loud")).isEqualTo(2);
    assertThat(
            run(
                program,
                "--zap-devel",
                "--zap-encoder=console",
                "--zap-log-level=2",
                "--zap-stacktrace-level=panic",
                "--zap-time-encoding=iso8601",
                "--config=/no/such/file"))
        .as("these are known; the file is not there")
        .isEqualTo(1);
  }

  @Test
  void rendersAJobAndRejectsOneWithoutRuntime(@TempDir Path folder) throws IOException {
    String job =
        """
        apiVersion: trainer.kubeflow.org/v1alpha1
        kind: TrainJob
        metadata: {name: j}
        spec: {runtimeRef: {name: %s}, trainer: {numNodes: 2}}
        """;
    Path file = Files.writeString(folder.resolve("j.yaml"), job.formatted("jax-distributed"));
    assertThat(run("render", file.toString())).isZero();

    Files.writeString(file, job.formatted("nowhere"));
    assertThat(run("render", file.toString())).isEqualTo(1);
    assertThat(errors.toString()).contains("ClusterTrainingRuntime \"nowhere\" not found");
  }

  private int run(String... arguments) {
    CommandLine line = Coxswain.commandLine();
    line.setErr(new PrintWriter(errors, true));
    return line.execute(arguments);
  }

  @Test
  void groupsEveryCommandInTheHelp() {
    CommandLine all = Coxswain.commandLine();

    assertThat(CommandGroups.all().values().stream().flatMap(List::stream))
        .containsExactlyInAnyOrderElementsOf(all.getSubcommands().keySet());
    assertThat(all.getUsageMessage())
        .containsSubsequence("Train:", "  train ", "Run a cluster:", "  down ", "Examples:")
        .doesNotContain("Commands:");
  }

  @ParameterizedTest
  @CsvSource({"trian, train", "statsu, status", "completions, completion"})
  void suggestsACommandForATypo(String typo, String meant) {
    assertThat(run(typo)).isEqualTo(2);
    assertThat(errors.toString()).contains("did you mean '" + meant + "'");
    assertThat(errors.toString()).doesNotContain("kube-controller-manager");
  }

  @Test
  void suggestsAnOptionForATypo() {
    assertThat(run("up", "--nods", "3")).isEqualTo(2);
    assertThat(errors.toString()).contains("did you mean '--nodes'");
  }

  @ParameterizedTest
  @EnumSource(CompletionCommand.Shell.class)
  void completesCommandsAndOptions(CompletionCommand.Shell shell) {
    var out = new ByteArrayOutputStream();
    PrintStream before = System.out;
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    try {
      assertThat(run("completion", shell.name())).isZero();
    } finally {
      System.setOut(before);
    }

    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("coxswain", "train", "nproc-per-node", "detach", "simulated");
  }

  @Test
  void parsesACommandAloneAsAmongAll() {
    var all = Coxswain.commandLine().getSubcommands();

    assertThat(all).hasSize(26);
    all.forEach(
        (name, command) -> {
          var alone = Coxswain.commandLine(name).getSubcommands();
          var there = name.equals("help") ? all : Map.of(name, command);
          assertThat(alone).containsOnlyKeys(there.keySet());
          CommandLine one = Objects.requireNonNull(alone.get(name));
          assertThat(one.getCommandName()).isEqualTo(command.getCommandName()).isEqualTo(name);
          assertThat(one.getUsageMessage()).isEqualTo(command.getUsageMessage());
          assertThat(one.getCommandSpec().findOption("--verbose")).isNotNull();
        });
  }
}
