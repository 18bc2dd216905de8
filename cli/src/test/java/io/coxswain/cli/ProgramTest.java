package io.coxswain.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.Env;
import io.coxswain.env.Files;
import io.coxswain.evidence.Attack;
import io.coxswain.runtime.transport.HttpTransport;
import io.coxswain.runtime.transport.Kubeconfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The programs {@code up} and {@code apiserver} as someone meets them who starts them. */
final class ProgramTest {
  private static final int TERMINATED_CLEANLY = 0;
  private static final String TRAIN_JOB =
      """
      apiVersion: trainer.kubeflow.org/v1alpha1
      kind: TrainJob
      metadata: {name: j}
      spec: {runtimeRef: {name: torch-distributed}}
      """;

  @TempDir Path folder;

  private final StringWriter errors = new StringWriter();

  /** Runs within this process; for starts that fail. */
  private int run(String... arguments) {
    CommandLine line = Coxswain.commandLine();
    line.setErr(new PrintWriter(errors, true));
    return line.execute(arguments);
  }

  private Process start(String... arguments) throws IOException {
    return JavaProcess.coxswain()
        .builder(arguments)
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .start();
  }

  /** What it prints up to the line that says it is ready. */
  private static List<String> untilReady(BufferedReader out) throws IOException {
    var lines = new ArrayList<String>();
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      lines.add(line);
      if (line.startsWith("ready")) {
        return lines;
      }
    }
    throw new AssertionError("ended before it was ready: " + lines);
  }

  private static ApiResponse call(Path kubeconfig, ApiRequest request) throws Exception {
    Files files = Env.production().files();
    return HttpTransport.to(new Kubeconfig(files, Map.of(), kubeconfig.toString(), null))
        .call(request);
  }

  private static String authority(Path kubeconfig) throws IOException {
    return Json.yamlMapper()
        .readTree(kubeconfig.toFile())
        .at("/clusters/0/cluster/certificate-authority-data")
        .asText();
  }

  private static int stop(Process process) throws InterruptedException {
    process.toHandle().destroy(); // SIGTERM
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).as("it stops").isTrue();
    return process.exitValue();
  }

  /** The kubeconfig is written before controllers and nodes are started. */
  @ParameterizedTest
  @CsvSource({"up, 0", "train job.yaml, 130"})
  void stopsDuringTheStart(String command, int code) throws Exception {
    java.nio.file.Files.writeString(folder.resolve("job.yaml"), TRAIN_JOB);
    Path directory = java.nio.file.Files.createDirectory(folder.resolve(".coxswain"));
    try (WatchService changes = directory.getFileSystem().newWatchService()) {
      directory.register(changes, StandardWatchEventKinds.ENTRY_CREATE);
      Process process = start(command.split(" "));
      try (var out = JavaProcess.lines(process)) {
        assertThat(changes.poll(60, TimeUnit.SECONDS)).as("it writes a kubeconfig").isNotNull();

        assertThat(stop(process)).isEqualTo(code);
        assertThat(out.lines()).isEmpty();
        try (var files = java.nio.file.Files.walk(folder)) {
          assertThat(files.map(Path::getFileName).map(Path::toString))
              .as("nothing is left but what a cluster with data could use again")
              .isSubsetOf(folder.getFileName().toString(), "job.yaml", ".coxswain", "kubeconfig");
        }
      } finally {
        process.destroyForcibly();
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'{token: nonsense}', 'the server rejected the credentials of the kubeconfig'",
    "'{}', 'forbidden: User \"system:anonymous\"'"
  })
  void reportsThatTheServerRejectsTheUser(String user, String line) throws Exception {
    Path job = java.nio.file.Files.writeString(folder.resolve("job.yaml"), TRAIN_JOB);
    Path changed = folder.resolve("changed");
    Process process = start("up", "--nodes", "0", "--no-scheduler");
    try (var out = JavaProcess.lines(process)) {
      untilReady(out);
      var config =
          (ObjectNode) Json.yamlMapper().readTree(folder.resolve(".coxswain/kubeconfig").toFile());
      ((ObjectNode) config.at("/users/0")).set("user", Json.yamlMapper().readTree(user));
      Json.yamlMapper().writeValue(changed.toFile(), config);

      int code = run("train", "--kubeconfig", changed.toString(), job.toString());

      assertThat(errors.toString()).startsWith("coxswain: " + line).hasLineCount(1);
      assertThat(code).isEqualTo(1);
      stop(process);
    } finally {
      process.destroyForcibly();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"apiserver", "up --nodes 0 --no-scheduler"})
  void reportsReadinessAndStopsOnASignal(String command) throws Exception {
    Process process = start(command.split(" "));
    try (var out = JavaProcess.lines(process)) {
      List<String> lines = untilReady(out);
      Path kubeconfig = folder.resolve(".coxswain/kubeconfig");

      assertThat(lines).anyMatch(line -> line.contains("https://127.0.0.1:"));
      assertThat(
              PosixFilePermissions.toString(
                  java.nio.file.Files.getPosixFilePermissions(kubeconfig)))
          .isEqualTo("rw-------");
      assertThat(out.readLine()).isEmpty();
      assertThat(out.readLine()).isEqualTo("  export KUBECONFIG=" + kubeconfig.toRealPath());
      assertThat(call(kubeconfig, ApiRequest.get("/readyz")).status()).isEqualTo(200);
      assertThat(stop(process)).isEqualTo(TERMINATED_CLEANLY);
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void resumesFromItsDataDirectory() throws Exception {
    Path kubeconfig = folder.resolve("first");
    String[] command = {"apiserver", "--data-dir", "data", "--kubeconfig", "first"};
    String path = "/api/v1/namespaces/default/configmaps";
    Process first = start(command);
    try (var out = JavaProcess.lines(first)) {
      untilReady(out);
      var created =
          call(
              kubeconfig,
              ApiRequest.of("POST", path)
                  .body(
                      "application/json",
                      "{\"metadata\":{\"name\":\"kept\"}}".getBytes(StandardCharsets.UTF_8)));
      assertThat(created.status()).isEqualTo(201);
      assertThat(stop(first)).isEqualTo(TERMINATED_CLEANLY);
    } finally {
      first.destroyForcibly();
    }
    String authority = authority(kubeconfig);

    Process second = start(command);
    try (var out = JavaProcess.lines(second)) {
      untilReady(out);

      assertThat(call(kubeconfig, ApiRequest.get(path + "/kept")).status()).isEqualTo(200);
      assertThat(authority(kubeconfig))
          .as("certificates of before are still good")
          .isEqualTo(authority);
      assertThat(run("apiserver", "--data-dir", folder.resolve("data").toString())).isEqualTo(1);
      assertThat(errors.toString().lines())
          .singleElement()
          .asString()
          .contains("is in use by another process");
      assertThat(stop(second)).isEqualTo(TERMINATED_CLEANLY);
    } finally {
      second.destroyForcibly();
    }
  }

  @Test
  void aClusterResumesFromItsDataDirectory() throws Exception {
    String[] command = {
      "up", "--nodes", "0", "--no-scheduler", "--data-dir", "data", "--kubeconfig", "first"
    };
    for (int life = 1; life <= 2; life++) {
      Process process = start(command);
      try (var out = JavaProcess.lines(process)) {
        untilReady(out);

        var runtimes =
            call(
                folder.resolve("first"),
                ApiRequest.get("/apis/trainer.kubeflow.org/v1alpha1/clustertrainingruntimes"));
        assertThat(Json.tree(runtimes.body()).path("items").size())
            .as("runtimes in life " + life)
            .isGreaterThan(8);
        assertThat(stop(process)).isEqualTo(TERMINATED_CLEANLY);
      } finally {
        process.destroyForcibly();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"apiserver", "up"})
  void reportsAPortInUse(String command) throws Exception {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());

      assertThat(run(command, "--port", port, "--kubeconfig", folder.resolve("k").toString()))
          .isEqualTo(1);
      assertThat(errors.toString().lines())
          .singleElement()
          .asString()
          .contains("cannot listen on 127.0.0.1:" + port);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--data-dir", "--kubeconfig"})
  void reportsAnUnwritableDirectory(String flag) throws Exception {
    Path file = java.nio.file.Files.createFile(folder.resolve("file"));

    assertThat(run("apiserver", flag, file.resolve("below").toString())).isEqualTo(1);
    assertThat(errors.toString().lines())
        .singleElement()
        .asString()
        .contains(file.toString())
        .containsIgnoringCase("not a directory");
  }

  @Test
  @Timeout(60)
  @Attack("a server that has no file descriptor left to accept a connection")
  void acceptsAgainAfterItRanOutOfFileDescriptors() throws Exception {
    Process process = start("apiserver", "-v", "--kubeconfig", "kubeconfig");
    try (var out = JavaProcess.lines(process)) {
      String address = untilReady(out).getFirst().replaceFirst(".*127.0.0.1:(\\d+).*", "$1");
      ApiRequest ready = ApiRequest.get("/readyz");
      assertThat(call(folder.resolve("kubeconfig"), ready).status()).isEqualTo(200);
      limitFiles(process, 8);
      int port = Integer.parseInt(address);
      // The descriptor of the first was reserved when the server began to wait for it.
      try (var _ = new Socket(InetAddress.getLoopbackAddress(), port);
          var _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
        untilLine(out, "Failed to accept connections, will listen again");
      }

      limitFiles(process, 4096);
      untilLine(out, "Listening again");

      assertThat(call(folder.resolve("kubeconfig"), ready).status()).isEqualTo(200);
      assertThat(stop(process)).isEqualTo(TERMINATED_CLEANLY);
    } finally {
      process.destroyForcibly();
    }
  }

  /** Sets the soft limit of a process that runs. */
  private static void limitFiles(Process process, int most) throws Exception {
    Process tool =
        new ProcessBuilder("prlimit", "--pid=" + process.pid(), "--nofile=" + most + ":")
            .inheritIO()
            .start();
    assertThat(tool.waitFor()).isZero();
  }

  private static void untilLine(BufferedReader out, String text) throws IOException {
    String line = out.readLine();
    while (line != null && !line.contains(text)) {
      line = out.readLine();
    }
    assertThat(line).as("a line with: " + text).isNotNull();
  }
}
