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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The scheduler as a process, against an API server over HTTPS. */
@Timeout(120)
final class SchedulerProcessTest {
  private static final String LEASE =
      "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/kube-scheduler";

  @TempDir Path folder = Path.of("");

  private final Env env = Env.production();
  private final ApiServer server = ApiServer.create(env);
  private final ApiTransport api = server.transport("test", List.of("system:masters"));
  private final List<Process> started = new ArrayList<>();
  private @Nullable HttpsServer front;

  @BeforeEach
  void startServer() throws IOException {
    front = HttpsServer.start(env, server, 0);
    front.writeKubeconfig(folder.resolve("kubeconfig"));
  }

  @AfterEach
  void stopAll() throws InterruptedException {
    for (Process each : started) {
      each.destroyForcibly().waitFor();
    }
    if (front != null) {
      front.close();
    }
    server.close();
  }

  private Process start(String... flags) throws IOException {
    var arguments = new ArrayList<>(List.of("scheduler", "--kubeconfig=kubeconfig"));
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

  private void create(String path, String json) throws IOException {
    ApiResponse created =
        api.call(
            ApiRequest.of("POST", path)
                .body("application/json", json.getBytes(StandardCharsets.UTF_8)));
    assertThat(created.status()).as("%s", created).isEqualTo(201);
  }

  private JsonNode get(String path) throws IOException {
    return Json.tree(api.call(ApiRequest.get(path)).body());
  }

  private String nodeOf(String pod) throws IOException {
    return get("/api/v1/namespaces/default/pods/" + pod).at("/spec/nodeName").asText();
  }

  @Test
  void bindsThePodsOfItsProfilesWhileItHoldsTheLease() throws Exception {
    create(
        "/api/v1/nodes",
        """
        {"metadata": {"name": "node"},
         "status": {"allocatable": {"cpu": "4", "memory": "8Gi", "pods": "10"},
                    "conditions": [{"type": "Ready", "status": "True"}]}}
        """);
    JsonNode node = get("/api/v1/nodes/node");
    assertThat(node.at("/status/conditions/0/type").asText()).isEqualTo("Ready");
    for (String scheduler : List.of("default-scheduler", "other")) {
      create(
          "/api/v1/namespaces/default/pods",
          """
          {"metadata": {"name": "%1$s"},
           "spec": {"schedulerName": "%1$s", "containers": [{"name": "c", "image": "x"}],
                    "tolerations": [{"operator": "Exists"}]}}
          """
              .formatted(scheduler));
    }
    int port = freePort();

    Process scheduler = start("--bind-address=127.0.0.1", "--secure-port=" + port);

    while (nodeOf("default-scheduler").isEmpty()) {
      assertThat(scheduler.isAlive()).isTrue();
      env.clock().sleep(Duration.ofMillis(100));
    }
    assertThat(nodeOf("default-scheduler")).isEqualTo("node");
    assertThat(nodeOf("other")).isEmpty();
    assertThat(get(LEASE).at("/spec/holderIdentity").asText()).isNotEmpty();
    for (String path : List.of("/healthz", "/livez", "/readyz")) {
      assertThat(status(port, path)).as(path).isEqualTo(200);
    }
    assertThat(status(port, "/metrics")).isEqualTo(401);
  }

  @Test
  void rejectsAFlagWithoutAFeatureByName() throws Exception {
    Process scheduler = start("--feature-gates=A=true");

    String output = new String(scheduler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(output).isEqualTo("Error: --feature-gates is not supported by this scheduler\n");
    assertThat(scheduler.waitFor()).isEqualTo(1);
  }

  private static int status(int port, String path) throws Exception {
    try (HttpClient client = HttpClient.newBuilder().sslContext(TrustEveryone.context()).build()) {
      return client
          .send(
              HttpRequest.newBuilder(URI.create("https://localhost:" + port + path)).build(),
              HttpResponse.BodyHandlers.ofString())
          .statusCode();
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
