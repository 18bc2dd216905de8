package io.coxswain.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.ApiServer;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.apiserver.spi.PodLogs;
import io.coxswain.apiserver.spi.PodSessions;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiStream;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.Env;
import io.coxswain.env.Sockets;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Exec, logs and watches over WebSockets, in the subprotocols that upstream knows. */
@Timeout(60)
final class PodSocketTest {
  private static final String POD = "/api/v1/namespaces/default/pods/p";

  private final Env env = Env.production();
  private final HttpsServer front;
  private final HttpClient client;

  PodSocketTest() throws Exception {
    ApiServer server =
        ApiServer.create(
            env, ApiServerOptions.plain().withLogs(new OneLog()).withSessions(new OneProgram()));
    ApiTransport admin = server.transport("admin", List.of("system:masters"));
    create(admin, "/api/v1/nodes", "{\"metadata\": {\"name\": \"n\"}}");
    create(
        admin,
        "/api/v1/namespaces/default/pods",
        "{\"metadata\": {\"name\": \"p\"}, \"spec\": {\"nodeName\": \"n\","
            + " \"containers\": [{\"name\": \"c\", \"image\": \"x\"}]}}");
    front = HttpsServer.start(env, server, 0);
    client = HttpClient.newBuilder().sslContext(trusting(front.kubeconfig())).build();
  }

  @AfterEach
  void stop() {
    client.shutdownNow();
    front.close();
  }

  private static void create(ApiTransport admin, String path, String json) throws IOException {
    ApiResponse created =
        admin.call(
            ApiRequest.of("POST", path)
                .body("application/json", json.getBytes(StandardCharsets.UTF_8)));
    assertThat(created.status()).as("%s", created).isEqualTo(201);
  }

  /** A log of one line. */
  private static final class OneLog implements PodLogs {
    @Override
    public ApiStream open(String namespace, String pod, String container, Options options) {
      return new ApiStream() {
        private boolean read;

        @Override
        public int status() {
          return 200;
        }

        @Override
        public ApiResponse errorResponse() {
          throw new IllegalStateException("not refused");
        }

        @Override
        public byte @Nullable [] next() {
          byte[] line = read ? null : "hello\n".getBytes(StandardCharsets.UTF_8);
          read = true;
          return line;
        }

        @Override
        public void close() {}
      };
    }
  }

  /** Prints one word and ends with the code that is its command. */
  private static final class OneProgram implements PodSessions {
    @Override
    public Conversation exec(String namespace, String pod, String container, List<String> command) {
      return new Conversation() {
        @Override
        public OutputStream input() {
          return new ByteArrayOutputStream();
        }

        @Override
        public InputStream output() {
          return new ByteArrayInputStream("out".getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public InputStream errors() {
          return InputStream.nullInputStream();
        }

        @Override
        public int await() {
          return Integer.parseInt(command.getFirst());
        }

        @Override
        public void close() {}
      };
    }

    @Override
    public Conversation attach(String namespace, String pod, String container) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Sockets.Connection connect(String namespace, String pod, int port) {
      throw new UnsupportedOperationException();
    }
  }

  /** Gathers messages until the server closes. */
  private static final class Messages implements WebSocket.Listener {
    final List<String> all = new ArrayList<>();
    final List<Boolean> texts = new ArrayList<>();
    final CompletableFuture<Void> closed = new CompletableFuture<>();

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
      all.add(data.toString());
      texts.add(true);
      socket.request(1);
      return null;
    }

    @Override
    public @Nullable CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
      all.add(StandardCharsets.ISO_8859_1.decode(data).toString());
      texts.add(false);
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

  private Messages open(String path, String protocol) throws Exception {
    var messages = new Messages();
    var builder = client.newWebSocketBuilder().header("Authorization", "Bearer " + front.token());
    if (!protocol.isEmpty()) {
      builder = builder.subprotocols(protocol);
    }
    WebSocket socket =
        builder
            .buildAsync(URI.create(front.url().replace("https:", "wss:") + path), messages)
            .get();
    assertThat(socket.getSubprotocol()).isEqualTo(protocol);
    messages.closed.get();
    return messages;
  }

  @ParameterizedTest
  @CsvSource({"v5.channel.k8s.io", "v4.channel.k8s.io", "channel.k8s.io", "''"})
  void runsACommandOverBinaryChannels(String protocol) throws Exception {
    Messages messages = open(POD + "/exec?command=3&stdout=true", protocol);

    assertThat(messages.texts).containsOnly(false);
    assertThat(messages.all).startsWith("\u0001", "\u0001out");
    String status = messages.all.getLast();
    assertThat(status).startsWith("\u0003");
    if (protocol.startsWith("v")) {
      assertThat(Json.MAPPER.readTree(status.substring(1)).path("reason").asText())
          .isEqualTo("NonZeroExitCode");
    } else {
      assertThat(status.substring(1))
          .isEqualTo("command terminated with non-zero exit code: exit status 3");
    }
  }

  @ParameterizedTest
  @CsvSource({"v4.base64.channel.k8s.io, 3", "base64.channel.k8s.io, 2"})
  void runsACommandOverBase64Channels(String protocol, int count) throws Exception {
    Messages messages = open(POD + "/exec?command=0&stdout=true", protocol);

    assertThat(messages.texts).containsOnly(true);
    assertThat(messages.all).hasSize(count).startsWith("1", "1b3V0");
    if (count == 3) {
      byte[] status = Base64.getDecoder().decode(messages.all.getLast().substring(1));
      assertThat(Json.tree(status).path("status").asText()).isEqualTo("Success");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "binary.k8s.io, 'hello\n', false",
    "'', 'hello\n', false",
    "base64.binary.k8s.io, aGVsbG8K, true"
  })
  void readsALog(String protocol, String expected, boolean text) throws Exception {
    Messages messages = open(POD + "/log", protocol);

    assertThat(messages.all).containsExactly(expected.replace("\\n", "\n"));
    assertThat(messages.texts).containsExactly(text);
  }

  @Test
  void watches() throws Exception {
    Messages messages =
        open("/api/v1/namespaces?watch=true&resourceVersion=0&timeoutSeconds=1", "");

    assertThat(messages.texts).containsOnly(true);
    JsonNode event = Json.MAPPER.readTree(messages.all.getFirst());
    assertThat(event.path("type").asText()).isEqualTo("ADDED");
    assertThat(event.at("/object/kind").asText()).isEqualTo("Namespace");
  }

  @Test
  void sendsAWatchInProtobufInFramesAndItsHeadAtOnce() throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create(
                    front.url()
                        + "/api/v1/namespaces/default/configmaps?watch=true&timeoutSeconds=1"
                        + "&resourceVersion="
                        + currentRevision()))
            .header("Authorization", "Bearer " + front.token())
            .header("Accept", "application/vnd.kubernetes.protobuf")
            .build();

    HttpResponse<byte[]> idle = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
    HttpResponse<byte[]> initial =
        client.send(
            HttpRequest.newBuilder(
                    URI.create(
                        front.url()
                            + "/api/v1/namespaces?watch=true&timeoutSeconds=1&resourceVersion=0"))
                .header("Authorization", "Bearer " + front.token())
                .header("Accept", "application/vnd.kubernetes.protobuf")
                .build(),
            HttpResponse.BodyHandlers.ofByteArray());

    assertThat(idle.headers().firstValue("content-type"))
        .contains("application/vnd.kubernetes.protobuf;stream=watch");
    assertThat(idle.body()).isEmpty();
    ByteBuffer frames = ByteBuffer.wrap(initial.body());
    int count = 0;
    while (frames.hasRemaining()) {
      var event = new byte[frames.getInt()];
      frames.get(event);
      String text = new String(event, StandardCharsets.ISO_8859_1);
      assertThat(text).startsWith("\n\u0005ADDED\u0012").contains("k8s\0").contains("Namespace");
      count++;
    }
    assertThat(count).isGreaterThan(2);
  }

  private long currentRevision() throws Exception {
    HttpResponse<byte[]> list =
        client.send(
            HttpRequest.newBuilder(
                    URI.create(front.url() + "/api/v1/namespaces/default/configmaps"))
                .header("Authorization", "Bearer " + front.token())
                .build(),
            HttpResponse.BodyHandlers.ofByteArray());
    return Json.tree(list.body()).at("/metadata/resourceVersion").asLong();
  }

  private static SSLContext trusting(byte[] kubeconfig) throws Exception {
    JsonNode config = Json.yamlMapper().readTree(kubeconfig);
    byte[] authority =
        Base64.getDecoder()
            .decode(config.at("/clusters/0/cluster/certificate-authority-data").asText());
    var store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    store.setCertificateEntry(
        "authority",
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(authority)));
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    var context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }
}
