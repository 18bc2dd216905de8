package io.coxswain.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.ApiServer;
import io.coxswain.apiserver.http.HttpsServer;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.Env;
import io.coxswain.env.tls.TrustEveryone;
import io.coxswain.evidence.Scenario;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program as a process, against an API server over HTTPS. */
final class KubeControllerManagerProcessTest {
  private static final String LEASE =
      "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/kube-controller-manager";
  private static final int MAX_SECONDS = 120;

  @TempDir Path folder;

  private final Env env = Env.production();
  private final List<Process> started = new ArrayList<>();
  private ApiServer server;
  private HttpsServer front;
  private ApiTransport api;

  @BeforeEach
  void startServer() throws IOException {
    server = ApiServer.create(env);
    front = HttpsServer.start(env, server, 0);
    front.writeKubeconfig(folder.resolve("kubeconfig"));
    api = server.transport("test", List.of("system:masters"));
  }

  @AfterEach
  void stopAll() throws InterruptedException {
    for (Process each : started) {
      each.destroyForcibly().waitFor();
    }
    front.close();
    server.close();
  }

  private Process start(String... flags) throws IOException {
    var arguments =
        new ArrayList<>(
            List.of(
                "kube-controller-manager",
                "--kubeconfig=kubeconfig",
                "--logging-format=json",
                "--leader-elect-lease-duration=12s",
                "--leader-elect-renew-deadline=11s",
                "--leader-elect-retry-period=1s"));
    arguments.addAll(List.of(flags));
    Process process =
        JavaProcess.coxswain()
            .builder(arguments.toArray(String[]::new))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    started.add(process);
    return process;
  }

  /** Reads on until a message ends so; every line on the way must be a whole JSON object. */
  private static void await(BufferedReader out, String end) throws IOException {
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      JsonNode logged = Json.tree(line.getBytes(StandardCharsets.UTF_8));
      assertThat(logged.path("ts").isNumber()).as(line).isTrue();
      assertThat(logged.has("msg")).as(line).isTrue();
      assertThat(logged.has("v") || logged.has("err")).as(line).isTrue();
      if (logged.path("msg").asText().endsWith(end)) {
        return;
      }
    }
    throw new AssertionError("it ended before it said: " + end);
  }

  private JsonNode lease() throws IOException {
    return Json.tree(api.call(ApiRequest.get(LEASE)).body()).path("spec");
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Test
  @Scenario("kcm-host-35")
  void anotherProcessTakesOverWhenTheLeaderIsKilledAndGivesUpTheLeaseWhenTerminated()
      throws Exception {
    Process first = start("--secure-port=0");
    await(JavaProcess.lines(first), "Successfully acquired lease");
    String holder = lease().path("holderIdentity").asText();
    int port = freePort();
    Process second = start("--bind-address=127.0.0.1", "--secure-port=" + port);
    BufferedReader out = JavaProcess.lines(second);
    await(out, "Serving securely on 127.0.0.1:" + port);
    assertThat(health(port)).isEqualTo("ok");
    assertThat(lease().path("holderIdentity").asText()).isEqualTo(holder);

    first.destroyForcibly(); // SIGKILL
    await(out, "Successfully acquired lease");
    assertThat(lease().path("holderIdentity").asText()).isNotEqualTo(holder);
    assertThat(lease().path("leaseTransitions").asInt()).isEqualTo(1);
    createNamespace("work");
    awaitAccount("work", second);

    second.toHandle().destroy(); // SIGTERM; Process.destroy would close its output
    await(out, "Released lease");
    assertThat(second.waitFor(MAX_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(second.exitValue()).isZero();
    assertThat(lease().path("holderIdentity").asText("")).isEmpty();
  }

  private void createNamespace(String name) throws IOException {
    ApiResponse created =
        api.call(
            ApiRequest.of("POST", "/api/v1/namespaces")
                .body(
                    "application/json",
                    "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"%s\"}}"
                        .formatted(name)
                        .getBytes(StandardCharsets.UTF_8)));
    assertThat(created.status()).isEqualTo(201);
  }

  /** Waits for what a controller of the process does. */
  private void awaitAccount(String namespace, Process process) throws IOException {
    String path = "/api/v1/namespaces/" + namespace + "/serviceaccounts/default";
    while (api.call(ApiRequest.get(path)).status() != 200) {
      assertThat(process.isAlive()).isTrue();
      env.clock().sleep(Duration.ofMillis(100));
    }
  }

  private static String health(int port) throws Exception {
    // The program made its certificate itself.
    try (var client = HttpClient.newBuilder().sslContext(TrustEveryone.context()).build()) {
      return client
          .send(
              HttpRequest.newBuilder(URI.create("https://localhost:" + port + "/healthz")).build(),
              HttpResponse.BodyHandlers.ofString())
          .body();
    }
  }
}
