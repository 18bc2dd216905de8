package io.coxswain.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.Json;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.Env;
import io.coxswain.evidence.Attack;
import io.coxswain.runtime.transport.HttpTransport;
import io.coxswain.runtime.transport.Kubeconfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code up --detach}, {@code status}, {@code logs} and {@code down} as programs. */
@Timeout(300)
final class NamedClusterProcessTest {
  private static final String MINE =
      """
      # mine
      apiVersion: v1
      kind: Config
      current-context: prod
      clusters:
      - name: prod
        cluster: {server: https://prod.example}
      contexts:
      - name: prod
        context: {cluster: prod, user: me}
      users:
      - name: me
        user: {token: t}
      """;

  @TempDir Path folder;

  private record Ended(int code, String output) {}

  @AfterEach
  void stopAll() throws Exception {
    var _ = run("down", "--all");
  }

  @Test
  void aClusterIsStartedUsedStoppedAndStartedAgainWithItsData() throws Exception {
    Path config = config();
    Ended up = run("up", "--detach", "--name", "a", "--nodes", "0", "--export-kubeconfig");
    assertThat(up.output).contains("cluster a is ready: https://127.0.0.1:", "coxswain down a");
    assertThat(up.code).isZero();

    assertThat(call(config, "coxswain-a", "POST", "/api/v1/namespaces", "kept")).isEqualTo(201);
    assertThat(run("up", "--detach", "--name", "a"))
        .isEqualTo(
            new Ended(
                1,
                "coxswain: the cluster \"a\" is running already; see 'coxswain status', or choose another --name\n"));
    assertThat(run("status").output).contains("NAME", "a      running   https://127.0.0.1:");
    assertThat(run("logs", "a").output).contains("ready", "export KUBECONFIG=");
    String address = details().path("url").asText();

    assertThat(run("down", "a")).isEqualTo(new Ended(0, "cluster a stopped\n"));
    assertThat(config).hasContent(MINE);
    assertThat(run("status", "a").code).isEqualTo(1);

    assertThat(run("up", "-d", "--name", "a", "--nodes", "0").code).isZero();
    assertThat(details().path("url").asText()).as("kubeconfigs stay valid").isEqualTo(address);
    assertThat(call(cluster("kubeconfig"), null, "GET", "/api/v1/namespaces/kept", ""))
        .isEqualTo(200);
    assertThat(config).hasContent(MINE);

    assertThat(run("down", "a", "--delete-data").output)
        .isEqualTo("cluster a stopped; its data has been deleted\n");
    assertThat(cluster("")).doesNotExist();
    assertThat(run("down", "a"))
        .isEqualTo(new Ended(1, "coxswain: there is no cluster \"a\"; see 'coxswain status'\n"));
  }

  @Test
  @Attack("a background cluster that is killed")
  void downCleansUpAfterAKilledCluster() throws Exception {
    Path config = config();
    assertThat(run("up", "-d", "--name", "a", "--nodes", "1", "--export-kubeconfig").code).isZero();
    ProcessHandle process = ProcessHandle.of(details().path("pid").asLong()).orElseThrow();

    process.destroyForcibly();
    process.onExit().get();

    assertThat(run("status").output).contains("a      stopped");
    assertThat(config).content().contains("coxswain-a");
    assertThat(run("down", "a")).isEqualTo(new Ended(0, "cluster a was not running\n"));
    assertThat(config).hasContent(MINE);
  }

  @Test
  void reportsWhyAClusterDoesNotStart() throws Exception {
    Files.createDirectories(folder.resolve("home/.kube"));
    Files.writeString(folder.resolve("home/.kube/config"), "- not a kubeconfig\n");

    Ended up = run("up", "--detach", "--nodes", "0", "--export-kubeconfig");

    assertThat(up.code).isEqualTo(1);
    assertThat(up.output)
        .contains("coxswain: the cluster did not start: ")
        .contains("/home/.kube/config was not changed: is not a kubeconfig");
    assertThat(folder.resolve("home/.kube/config")).hasContent("- not a kubeconfig");
  }

  @Test
  void rejectsInvalidNames() throws Exception {
    assertThat(run("up", "--detach", "--name", "../a").output)
        .startsWith("coxswain: invalid cluster name \"../a\": must have");
    assertThat(run("down", "../a").code).isEqualTo(2);
    assertThat(run("status").output).startsWith("no clusters; ");
  }

  private Path config() throws IOException {
    Files.createDirectories(folder.resolve("home/.kube"));
    return Files.writeString(folder.resolve("home/.kube/config"), MINE);
  }

  private Path cluster(String file) {
    return folder.resolve("home/.local/state/coxswain/clusters/a").resolve(file);
  }

  private com.fasterxml.jackson.databind.JsonNode details() throws IOException {
    return Json.MAPPER.readTree(cluster("cluster.json").toFile());
  }

  private static int call(
      Path kubeconfig,
      @org.jspecify.annotations.Nullable String context,
      String method,
      String path,
      String name)
      throws Exception {
    var transport =
        HttpTransport.to(
            new Kubeconfig(Env.production().files(), Map.of(), kubeconfig.toString(), context));
    byte[] body =
        "{\"metadata\": {\"name\": \"%s\"}}".formatted(name).getBytes(StandardCharsets.UTF_8);
    ApiRequest request = ApiRequest.of(method, path);
    return transport
        .call(name.isEmpty() ? request : request.body("application/json", body))
        .status();
  }

  private Ended run(String... arguments) throws Exception {
    var builder =
        JavaProcess.coxswain()
            .with("-Duser.home=" + folder.resolve("home"))
            .builder(arguments)
            .directory(folder.toFile())
            .redirectErrorStream(true);
    builder.environment().put("HOME", folder.resolve("home").toString());
    builder.environment().remove("XDG_STATE_HOME");
    builder.environment().remove("KUBECONFIG");
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), output);
  }
}
