package io.coxswain.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.Json;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.Env;
import io.coxswain.env.Files;
import io.coxswain.runtime.transport.HttpTransport;
import io.coxswain.runtime.transport.Kubeconfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The programs {@code up} and {@code apiserver} as someone meets them who starts them. */
final class ProgramTest {
  private static final int TERMINATED_CLEANLY = 0;

  @TempDir Path folder;

  private final StringWriter errors = new StringWriter();

  /** Runs within this process; for starts that fail. */
  private int run(String... arguments) {
    CommandLine line = Coxswain.commandLine();
    line.setErr(new PrintWriter(errors, true));
    return line.execute(arguments);
  }

  private Process start(String... arguments) throws IOException {
    var command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Coxswain.class.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
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

  private static BufferedReader output(Process process) {
    return new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
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

  @ParameterizedTest
  @ValueSource(strings = {"apiserver", "up --nodes 0 --no-scheduler"})
  void saysWhenItIsReadyAndStopsWhenAsked(String command) throws Exception {
    Process process = start(command.split(" "));
    try (var out = output(process)) {
      List<String> lines = untilReady(out);
      Path kubeconfig = folder.resolve(".coxswain/kubeconfig");

      assertThat(lines).anyMatch(line -> line.contains("https://127.0.0.1:"));
      assertThat(
              PosixFilePermissions.toString(
                  java.nio.file.Files.getPosixFilePermissions(kubeconfig)))
          .isEqualTo("rw-------");
      assertThat(out.readLine()).isEmpty();
      assertThat(out.readLine()).contains("kubectl --kubeconfig .coxswain/kubeconfig");
      assertThat(call(kubeconfig, ApiRequest.get("/readyz")).status()).isEqualTo(200);
      assertThat(stop(process)).isEqualTo(TERMINATED_CLEANLY);
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void goesOnWithWhatTheDataDirectoryHolds() throws Exception {
    Path kubeconfig = folder.resolve("first");
    String[] command = {"apiserver", "--data-dir", "data", "--kubeconfig", "first"};
    String path = "/api/v1/namespaces/default/configmaps";
    Process first = start(command);
    try (var out = output(first)) {
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
    try (var out = output(second)) {
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
  void aClusterGoesOnWithWhatItsDataDirectoryHolds() throws Exception {
    String[] command = {
      "up", "--nodes", "0", "--no-scheduler", "--data-dir", "data", "--kubeconfig", "first"
    };
    for (int life = 1; life <= 2; life++) {
      Process process = start(command);
      try (var out = output(process)) {
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
  void saysThatThePortIsInUse(String command) throws Exception {
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
  void saysThatADirectoryCannotBeWritten(String flag) throws Exception {
    Path file = java.nio.file.Files.createFile(folder.resolve("file"));

    assertThat(run("apiserver", flag, file.resolve("below").toString())).isEqualTo(1);
    assertThat(errors.toString().lines())
        .singleElement()
        .asString()
        .contains(file.toString())
        .containsIgnoringCase("not a directory");
  }
}
