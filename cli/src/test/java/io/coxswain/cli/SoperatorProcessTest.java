package io.coxswain.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.api.Json;
import io.coxswain.api.bundle.Crds;
import io.coxswain.apiserver.ApiServer;
import io.coxswain.apiserver.http.HttpsServer;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.Env;
import io.coxswain.env.tls.TrustEveryone;
import io.coxswain.evidence.Scenario;
import io.coxswain.runtime.flags.Flags;
import io.coxswain.slurm.operator.OperatorOptions;
import io.coxswain.slurm.operator.SoperatorProgram;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program as a process, against an API server over HTTPS. */
final class SoperatorProcessTest {
  private static final int WEBHOOKS = 9443;

  @TempDir Path folder;

  private final Env env = Env.production();
  private final List<Process> started = new ArrayList<>();
  private ApiServer server;
  private HttpsServer front;
  private ApiTransport api;

  @BeforeEach
  void startServer() throws Exception {
    server = ApiServer.create(env);
    front = HttpsServer.start(env, server, 0);
    front.writeKubeconfig(folder.resolve("kubeconfig"));
    api = server.transport("test", List.of("system:masters"));
    Definitions.install(api, Crds.slurm());
  }

  @AfterEach
  void stopAll() throws InterruptedException {
    for (Process each : started) {
      each.destroyForcibly().waitFor();
    }
    front.close();
    server.close();
  }

  @Test
  @Scenario({"soperator-2", "soperator-5"})
  void exitsWithOneAndTheReasonIfItCannotStart() throws Exception {
    Process unknown = start(Map.of(), "--controllers=foo", "--operator-namespace=default");
    String said = output(unknown);
    assertThat(unknown.waitFor()).isEqualTo(1);
    assertThat(Json.tree(json(said.lines().toList().getLast())).path("msg").asText())
        .contains("unknown controller \"foo\"");

    Process homeless = start(Map.of());
    assertThat(output(homeless)).contains("unable to get operator namespace");
    assertThat(homeless.waitFor()).isEqualTo(1);
  }

  @Test
  @Scenario({"soperator-4", "soperator-8"})
  void servesConfiguredEndpointsAndAuthorizesMetrics() throws Exception {
    int metrics = freePort();
    int health = freePort();
    Process process =
        start(
            Map.of("ENABLE_WEBHOOKS", "false"),
            "--operator-namespace=default",
            "--metrics-secure",
            "--metrics-bind-address=127.0.0.1:" + metrics,
            "--health-probe-bind-address=127.0.0.1:" + health);
    awaitServing(process, metrics, health);
    assertThat(get("http://localhost:" + health + "/readyz", "")).isEqualTo(200);
    String url = "https://localhost:" + metrics + "/metrics";
    assertThat(get(url, "")).isEqualTo(401);
    assertThat(get(url, token())).isEqualTo(403);
    assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), WEBHOOKS).close())
        .isInstanceOf(ConnectException.class);

    assertThat(webhooks("False")).contains("/validate-slurm-nebius-ai-v1-slurmcluster");
    assertThat(webhooks("false")).isEmpty();
  }

  /** The paths that the program would answer on at that port. */
  private List<String> webhooks(String variable) throws Exception {
    Flags flags = OperatorOptions.flags();
    flags.parse(List.of("--operator-namespace=default"));
    OperatorOptions settings =
        OperatorOptions.of(flags, new TreeMap<>(Map.of("ENABLE_WEBHOOKS", variable)), env.files());
    return SoperatorProgram.start(env.withApi(api), settings, "host").webhooks().paths();
  }

  private Process start(Map<String, String> environment, String... flags) throws IOException {
    var arguments = new ArrayList<>(List.of("soperator", "--kubeconfig=kubeconfig"));
    arguments.addAll(List.of(flags));
    var builder =
        JavaProcess.coxswain()
            .builder(arguments.toArray(String[]::new))
            .directory(folder.toFile())
            .redirectErrorStream(true);
    builder.environment().putAll(environment);
    Process process = builder.start();
    started.add(process);
    return process;
  }

  /** All that it said until its end. */
  private static String output(Process process) throws IOException {
    try (var out = process.getInputStream()) {
      return new String(out.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Of an account that may do nothing. */
  private String token() throws IOException {
    var account = ApiRequest.of("POST", "/api/v1/namespaces/default/serviceaccounts");
    assertThat(
            api.call(account.body("application/json", json("{\"metadata\":{\"name\":\"nosy\"}}")))
                .ok())
        .isTrue();
    var answer =
        api.call(
            ApiRequest.of("POST", "/api/v1/namespaces/default/serviceaccounts/nosy/token")
                .body("application/json", json("{\"spec\":{}}")));
    return Json.tree(answer.body()).at("/status/token").asText();
  }

  private static byte[] json(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Reads its log until it has started servers on all of the ports. */
  private static void awaitServing(Process process, int... ports) throws IOException {
    var awaited = new TreeSet<String>();
    for (int port : ports) {
      awaited.add("127.0.0.1:" + port);
    }
    // Not closed: the program would fail to write on.
    var out = process.inputReader(StandardCharsets.UTF_8);
    while (!awaited.isEmpty()) {
      String line = out.readLine();
      if (line == null) {
        throw new AssertionError("it ended before it said: " + awaited);
      }
      if (line.contains("Started HTTP server")) {
        awaited.removeIf(line::contains);
      }
    }
  }

  private static int get(String url, String token) throws Exception {
    var request = HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(30));
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    // The certificate is made for the occasion.
    var context = SSLContext.getInstance("TLS");
    context.init(null, TrustEveryone.managers(), null);
    try (var client = HttpClient.newBuilder().sslContext(context).build()) {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofString()).statusCode();
    }
  }
}
