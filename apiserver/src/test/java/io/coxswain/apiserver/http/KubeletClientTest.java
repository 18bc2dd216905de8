package io.coxswain.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.ApiServer;
import io.coxswain.apiserver.Secrets;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.apiserver.spi.Kubelets;
import io.coxswain.apiserver.spi.Kubelets.ContainerName;
import io.coxswain.apiserver.spi.Kubelets.SessionStreams;
import io.coxswain.apiserver.spi.PodLogs;
import io.coxswain.apiserver.spi.PodSessions;
import io.coxswain.apiserver.spi.ResourceUsage;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiStream;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.Env;
import io.coxswain.env.Sockets;
import io.coxswain.env.tls.TrustEveryone;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sessions with containers on a node with a kubelet. */
@Timeout(60)
final class KubeletClientTest {
  private static final Kubelets.Kubelet NODE =
      new Kubelets.Kubelet("n", FakeKubelet.ADDRESS, FakeKubelet.PORT);
  private static final ContainerName CONTAINER = new ContainerName("default", "p", "c");
  private static final PodLogs.Options ALL =
      new PodLogs.Options(false, false, false, null, null, null, null);

  private final Env env = Env.production();
  private final Secrets secrets = Secrets.inMemory();
  private final FakeKubelet kubelet = new FakeKubelet(env, secrets, FakeKubelet.ADDRESS);
  private final KubeletClient client =
      KubeletClient.of(kubelet.network(), secrets, KubeletOptions.byDefault());

  KubeletClientTest() throws Exception {}

  @AfterEach
  void stop() throws IOException {
    kubelet.close();
  }

  @Test
  void readsALogWithItsOptionsAsTheUserOfTheServer() throws Exception {
    try (ApiStream log =
        client.log(NODE, CONTAINER, new PodLogs.Options(true, false, true, 5L, null, null, 100L))) {
      assertThat(text(log)).isEqualTo("first\nsecond\n");
    }

    assertThat(kubelet.targets)
        .containsExactly(
            "GET /containerLogs/default/p/c?follow=true&timestamps=true&tailLines=5&limitBytes=100");
    assertThat(kubelet.users).containsExactly("CN=" + KubeletOptions.USER);
  }

  private static String text(ApiStream log) throws IOException {
    var text = new StringBuilder();
    for (byte[] piece = log.next(); piece != null; piece = log.next()) {
      text.append(new String(piece, StandardCharsets.UTF_8));
    }
    return text.toString();
  }

  @Test
  void reportsTheReasonOfARejection() {
    assertThatThrownBy(() -> client.log(NODE, new ContainerName("default", "waiting", "c"), ALL))
        .hasMessage("container \"c\" in pod \"waiting\" is waiting");
    assertThatThrownBy(
            () ->
                client.exec(
                    NODE,
                    new ContainerName("default", "gone", "c"),
                    List.of("0"),
                    new SessionStreams(false, true, false, false)))
        .hasMessage("pod does not exist");
  }

  @Test
  void runsACommandWithInputAndReportsItsExitCode() throws Exception {
    try (PodSessions.Conversation session =
        client.exec(
            NODE, CONTAINER, List.of("3", "a b"), new SessionStreams(true, true, true, false))) {
      session.input().write("input".getBytes(StandardCharsets.UTF_8));
      session.input().close();

      assertThat(new String(session.output().readAllBytes(), StandardCharsets.UTF_8))
          .isEqualTo("INPUT");
      assertThat(new String(session.errors().readAllBytes(), StandardCharsets.UTF_8))
          .isEqualTo("started\n");
      assertThat(session.await()).isZero();
      JsonNode failure = Objects.requireNonNull(session.failure());
      assertThat(failure.path("reason").asText()).isEqualTo("NonZeroExitCode");
    }
    assertThat(kubelet.targets)
        .containsExactly("POST /exec/default/p/c?input=1&output=1&error=1&command=3&command=a+b");
  }

  @Test
  void passesOnTheSizeOfATerminal() throws Exception {
    try (PodSessions.Conversation session =
        client.attach(NODE, CONTAINER, new SessionStreams(true, true, false, true))) {
      session.resize("{\"Width\":80}".getBytes(StandardCharsets.UTF_8));

      byte[] line = session.output().readNBytes("size {\"Width\":80}\n".length());

      assertThat(new String(line, StandardCharsets.UTF_8)).isEqualTo("size {\"Width\":80}\n");
    }
    assertThat(kubelet.targets).containsExactly("POST /attach/default/p/c?input=1&output=1&tty=1");
  }

  @Test
  void forwardsAPort() throws Exception {
    try (Sockets.Connection connection = client.forward(NODE, "default", "p", 80)) {
      OutputStream output = connection.output();
      output.write("ping".getBytes(StandardCharsets.UTF_8));
      connection.endOutput();

      assertThat(new String(connection.input().readAllBytes(), StandardCharsets.UTF_8))
          .isEqualTo("ping");
    }
  }

  @Test
  void reportsThatNothingListensOnAForwardedPort() throws Exception {
    try (Sockets.Connection connection = client.forward(NODE, "default", "p", 81)) {
      assertThatThrownBy(() -> connection.input().read())
          .isInstanceOf(IOException.class)
          .hasMessage("connection refused by the pod");
    }
  }

  @Test
  void verifiesTheKubeletIfACertificateAuthorityIsGiven(@TempDir Path directory) throws Exception {
    Path ours = directory.resolve("ours.crt");
    Path others = directory.resolve("others.crt");
    Files.writeString(ours, Certificates.pem(new Certificates(env, secrets).authority()));
    Files.writeString(
        others, Certificates.pem(new Certificates(env, Secrets.inMemory()).authority()));

    assertThat(verifying(kubelet, ours).summary(NODE).has("node")).isTrue();
    assertThatThrownBy(() -> verifying(kubelet, others).summary(NODE))
        .hasMessageContaining("PKIX path");
    try (var elsewhere = new FakeKubelet(env, secrets, "192.0.2.99")) {
      assertThatThrownBy(() -> verifying(elsewhere, ours).summary(NODE))
          .hasMessageContaining("192.0.2.10");
    }
  }

  private KubeletClient verifying(FakeKubelet node, Path authority) throws IOException {
    return KubeletClient.of(
        node.network(),
        secrets,
        new KubeletOptions(authority, null, null, KubeletOptions.ADDRESS_TYPES));
  }

  @Test
  void namesTheFlagOfAFileThatCannotBeRead() {
    assertThatThrownBy(() -> verifying(kubelet, Path.of("/does/not/exist")))
        .hasMessage("--kubelet-certificate-authority: /does/not/exist does not exist");
  }

  // ---- through the API

  private ApiServer server(String address) throws IOException {
    ApiServer server =
        ApiServer.create(
            env, ApiServerOptions.plain().withUsage(new NoUsage()).withKubelets(client), secrets);
    ApiTransport admin = server.transport("admin", List.of("system:masters"));
    create(
        admin,
        "/api/v1/nodes",
        """
      {"metadata": {"name": "n"},
       "status": {"addresses": [{"type": "Hostname", "address": "n"},
                                {"type": "InternalIP", "address": "%s"}],
                  "daemonEndpoints": {"kubeletEndpoint": {"Port": 10250}}}}
      """
            .formatted(address));
    create(
        admin,
        "/api/v1/namespaces/default/pods",
        """
        {"metadata": {"name": "p"},
         "spec": {"nodeName": "n", "containers": [{"name": "c", "image": "x"}]}}
        """);
    return server;
  }

  private static void create(ApiTransport admin, String path, String json) throws IOException {
    ApiResponse created =
        admin.call(
            ApiRequest.of("POST", path)
                .body("application/json", json.getBytes(StandardCharsets.UTF_8)));
    assertThat(created.status()).as("%s", created).isEqualTo(201);
  }

  private static final class NoUsage implements ResourceUsage {
    @Override
    public List<ObjectNode> nodes() {
      return List.of();
    }

    @Override
    public List<ObjectNode> pods() {
      return List.of();
    }
  }

  @Test
  void servesWhatTheKubeletMeasures() throws Exception {
    ApiTransport admin = server(FakeKubelet.ADDRESS).transport("admin", List.of("system:masters"));

    JsonNode node =
        Json.tree(admin.call(ApiRequest.get("/apis/metrics.k8s.io/v1beta1/nodes/n")).body());
    JsonNode pods =
        Json.tree(admin.call(ApiRequest.get("/apis/metrics.k8s.io/v1beta1/pods")).body());

    assertThat(node.path("usage").toString())
        .isEqualTo("{\"cpu\":\"250000000n\",\"memory\":\"102400Ki\"}");
    assertThat(pods.path("items").findValuesAsText("name")).containsExactly("p", "c");
  }

  @Test
  void rejectsAKubeletAtALoopbackAddress() throws Exception {
    ApiTransport admin = server("127.0.0.1").transport("admin", List.of("system:masters"));

    ApiResponse response = admin.call(ApiRequest.get("/api/v1/namespaces/default/pods/p/log"));

    assertThat(response.status()).isEqualTo(400);
    assertThat(Json.tree(response.body()).path("message").asText())
        .isEqualTo("address not allowed");
    assertThat(kubelet.targets).isEmpty();
  }

  @Test
  void proxiesToTheKubeletWithItsOwnCredentials() throws Exception {
    try (HttpsServer front = HttpsServer.start(env, server(FakeKubelet.ADDRESS), 0);
        HttpClient http = HttpClient.newBuilder().sslContext(TrustEveryone.context()).build()) {
      HttpResponse<String> response =
          http.send(
              HttpRequest.newBuilder(URI.create(front.url() + "/api/v1/nodes/n/proxy/healthz"))
                  .header("Authorization", "Bearer " + front.token())
                  .build(),
              HttpResponse.BodyHandlers.ofString());

      assertThat(response.body()).isEqualTo("ok");
      assertThat(kubelet.users).containsExactly("CN=" + KubeletOptions.USER);
    }
  }

  @Test
  void translatesAWebSocketOfVersion5() throws Exception {
    var messages = new Messages();
    try (HttpsServer front = HttpsServer.start(env, server(FakeKubelet.ADDRESS), 0);
        HttpClient http = HttpClient.newBuilder().sslContext(TrustEveryone.context()).build()) {
      WebSocket socket =
          http.newWebSocketBuilder()
              .header("Authorization", "Bearer " + front.token())
              .subprotocols("v5.channel.k8s.io")
              .buildAsync(
                  URI.create(
                      front.url().replace("https:", "wss:")
                          + "/api/v1/namespaces/default/pods/p/exec?command=0&stdin=true&stdout=true"),
                  messages)
              .get();
      socket.sendBinary(ByteBuffer.wrap(new byte[] {0, 'h', 'i'}), true).get();
      socket.sendBinary(ByteBuffer.wrap(new byte[] {(byte) 255, 0}), true).get();
      messages.closed.get();

      assertThat(messages.text.toString())
          .isEqualTo("\u0001\u0001HI\u0003{\"metadata\":{},\"status\":\"Success\"}");
    }
  }

  /** Gathers messages until the server closes. */
  private static final class Messages implements WebSocket.Listener {
    final StringBuilder text = new StringBuilder();
    final CompletableFuture<Void> closed = new CompletableFuture<>();

    @Override
    public @Nullable CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
      text.append(StandardCharsets.ISO_8859_1.decode(data));
      socket.request(1);
      return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
      closed.complete(null);
      return null;
    }

    @Override
    public void onError(WebSocket socket, Throwable error) {
      closed.completeExceptionally(error);
    }
  }
}
