package io.coxswain.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.evidence.Attack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code coxswain train SCRIPT} as a program. */
@Timeout(300)
final class TrainScriptProcessTest {
  private static final Path EXAMPLES =
      Path.of(System.getProperty("coxswain.root", "..")).toAbsolutePath().resolve("examples");

  /** Knows nothing of Kubernetes and prints what it was given. */
  private static final String SCRIPT =
      """
      #!/bin/sh
      echo "in $(basename "$PWD") with $# arguments: $*; $GREETING; $(cat data)"
      for i in 1 2 3 4; do
        echo "step $i/4 loss=0.$((9 - i))"
      done
      """;

  @TempDir Path folder;

  private final List<JsonNode> events = new ArrayList<>();

  @BeforeEach
  void write() throws IOException {
    script("my.sh", SCRIPT);
    Files.writeString(folder.resolve("data"), "its data");
  }

  private void script(String name, String text) throws IOException {
    Path file = Files.writeString(folder.resolve(name), text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @Test
  void runsAProgramInPlaceAndReadsItsProgress() throws Exception {
    int code =
        train(
            "--nnodes", "2", "--env", "GREETING=hi $HOME", "./my.sh", "-o", "yaml", "--name", "x");

    assertThat(code).isZero();
    String said =
        "in %s with 4 arguments: -o yaml --name x; hi $HOME; its data"
            .formatted(folder.getFileName());
    assertThat(of("log").map(e -> e.path("line").asText())).filteredOn(said::equals).hasSize(2);
    // The second node counts until the first one has printed.
    assertThat(losses()).hasSizeBetween(4, 7);
    assertThat(losses().stream().distinct()).containsExactly("0.8", "0.7", "0.6", "0.5");
    assertThat(of("metric").map(e -> e.path("progress").asInt()).distinct())
        .containsExactly(25, 50, 75, 100);
    assertThat(folder.resolve(".coxswain"))
        .as("what the training needed is removed")
        .doesNotExist();
  }

  @Test
  void aScriptThatFailsIsNotRepeated() throws Exception {
    script("bad.sh", "#!/bin/sh\necho cannot read the data\nexit 3\n");

    assertThat(train("./bad.sh")).isEqualTo(1);

    JsonNode summary = events.getLast();
    assertThat(summary.path("restarts").asInt()).isZero();
    assertThat(summary.at("/failures/0/exitCode").asInt()).isEqualTo(3);
    assertThat(summary.at("/failures/0/lastLines")).first().hasToString("\"cannot read the data\"");
  }

  @Test
  void shipsAScriptToACluster() throws Exception {
    Process up = start("up", "--kubeconfig", "cluster");
    try (var out = JavaProcess.lines(up)) {
      for (String line = out.readLine(); !line.startsWith("ready"); line = out.readLine()) {}
      script("other.sh", "#!/bin/sh\necho \"$1, $GREETING: $((6 * 7))\"\n");

      int code =
          train(
              "--kubeconfig",
              "cluster",
              "--nnodes",
              "2",
              "--env",
              "GREETING=hi",
              "other.sh",
              "$$ a");

      assertThat(code).isZero();
      assertThat(of("log").map(e -> e.path("line").asText()))
          .containsExactly("$$ a, hi: 42", "$$ a, hi: 42");
    } finally {
      up.toHandle().destroy();
      assertThat(up.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  /** The virtual environment is one without packages, which takes no network. */
  @Test
  void runsPythonInTheActiveVirtualEnvironment() throws Exception {
    assumeTrue(run("python3", "-m", "venv", "--without-pip", "venv") == 0, "no python3 with venv");
    Files.copy(EXAMPLES.resolve("plain.py"), folder.resolve("plain.py"));
    Files.writeString(
        folder.resolve("where.py"), "import sys, plain\nprint('prefix', sys.prefix)\n");
    virtual = folder.resolve("venv").toString();

    assertThat(train("--nnodes", "2", "where.py", "--epochs", "20")).isZero();

    assertThat(of("log").map(e -> e.path("line").asText()))
        .filteredOn(("prefix " + folder.toRealPath().resolve("venv"))::equals)
        .hasSize(2);
    assertThat(losses()).last().asString().startsWith("0.");
    assertThat(of("metric").map(e -> e.path("progress").asInt())).last().isEqualTo(100);
  }

  @Test
  void theHelperReportsToTheStatusServer() throws Exception {
    assumeTrue(run("python3", "--version") == 0, "no python3");
    Files.copy(EXAMPLES.resolve("progress.py"), folder.resolve("progress.py"));
    Files.writeString(
        folder.resolve("quiet.py"),
        """
        from progress import report
        report(1, 4, remaining_seconds=7.5, loss=0.5, accuracy=0.25)
        """);

    assertThat(train("--nnodes", "2", "quiet.py")).isZero();

    JsonNode metric = of("metric").findFirst().orElseThrow();
    assertThat(metric.path("progress").asInt()).isEqualTo(25);
    assertThat(metric.path("remainingSeconds").asInt()).isEqualTo(7);
    assertThat(metric.path("metrics")).hasToString("{\"loss\":\"0.5\",\"accuracy\":\"0.25\"}");
    assertThat(of("log").map(e -> e.path("line").asText())).isEmpty();
  }

  @Test
  @Attack("a kubeconfig that the user has replaced while a training ran")
  void keepsAKubeconfigThatIsNotItsOwn() throws Exception {
    script("own.sh", "#!/bin/sh\necho mine >.coxswain/kubeconfig\n");

    assertThat(train("./own.sh")).isZero();

    assertThat(folder.resolve(".coxswain/kubeconfig")).hasContent("mine");
  }

  private String virtual = "";

  private int train(String... words) throws Exception {
    var all = new ArrayList<>(List.of("train", "-o", "json"));
    all.addAll(List.of(words));
    Process process = start(all.toArray(new String[0]));
    try (var out = JavaProcess.lines(process)) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        events.add(Json.MAPPER.readTree(line));
      }
      return process.waitFor();
    } finally {
      process.destroyForcibly();
    }
  }

  private Stream<JsonNode> of(String type) {
    return events.stream().filter(event -> event.path("type").asText().equals(type));
  }

  private List<String> losses() {
    return of("metric")
        .map(e -> e.at("/metrics/loss").asText())
        .filter(loss -> !loss.isEmpty())
        .toList();
  }

  private int run(String... command) throws Exception {
    try {
      return new ProcessBuilder(command)
          .directory(folder.toFile())
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException e) {
      return -1;
    }
  }

  private Process start(String... arguments) throws IOException {
    var builder =
        JavaProcess.coxswain()
            .builder(arguments)
            .directory(folder.toFile())
            .redirectError(ProcessBuilder.Redirect.appendTo(folder.resolve("stderr").toFile()));
    builder.environment().remove("VIRTUAL_ENV");
    if (!virtual.isEmpty()) {
      builder.environment().put("VIRTUAL_ENV", virtual);
    }
    return builder.start();
  }
}
