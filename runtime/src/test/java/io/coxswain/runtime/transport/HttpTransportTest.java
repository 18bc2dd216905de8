package io.coxswain.runtime.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiWatch;
import io.coxswain.env.Env;
import io.coxswain.env.Task;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class HttpTransportTest {
  @TempDir private Path dir;
  private final List<String> seen = Collections.synchronizedList(new ArrayList<>());
  private final CountDownLatch release = new CountDownLatch(1);
  private HttpServer server;
  private volatile String goodToken = "one";

  @BeforeEach
  void serve() throws Exception {
    server = create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    server.createContext("/", this::handle);
    server.setExecutor(task -> Thread.ofVirtual().start(task));
    server.start();
  }

  HttpServer create(InetSocketAddress address) throws Exception {
    return HttpServer.create(address, 0);
  }

  /** The server's section of a kubeconfig. */
  String cluster(int port) {
    return "{server: \"http://127.0.0.1:" + port + "\"}";
  }

  @AfterEach
  void stop() {
    release.countDown();
    server.stop(0);
  }

  private void handle(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    seen.add(
        exchange.getRequestMethod()
            + " "
            + exchange.getRequestURI()
            + " "
            + exchange.getRequestHeaders().getFirst("User-Agent")
            + " "
            + new String(body, StandardCharsets.UTF_8));
    if (!("Bearer " + goodToken).equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
      answer(exchange, 401, "Unauthorized");
      return;
    }
    switch (exchange.getRequestURI().getPath()) {
      case "/watch" -> watch(exchange);
      case "/gone" -> answer(exchange, 410, "gone");
      default -> {
        exchange.getResponseHeaders().add("Warning", "299 - \"deprecated\"");
        answer(exchange, 201, "{\"ok\":\"ü\"}");
      }
    }
  }

  private void watch(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(200, 0);
    try (OutputStream out = exchange.getResponseBody()) {
      byte[] event =
          "{\"type\":\"ADDED\",\"object\":{\"metadata\":{\"name\":\"ü\"}}}\n"
              .getBytes(StandardCharsets.UTF_8);
      for (byte b : event) {
        out.write(b);
        out.flush();
      }
      release.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void answer(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }

  @Test
  void sendsTheRequestAndReturnsTheCompleteResponse() throws Exception {
    ApiResponse response =
        transport("one")
            .call(
                ApiRequest.of("PATCH", "/api/v1/x")
                    .with("labelSelector", "a=b,c in (d)")
                    .header("user-agent", "trainer/1")
                    .body("application/merge-patch+json", "{}".getBytes(StandardCharsets.UTF_8)));

    assertThat(response.status()).isEqualTo(201);
    assertThat(response.header("warning")).isEqualTo("299 - \"deprecated\"");
    assertThat(new String(response.body(), StandardCharsets.UTF_8)).isEqualTo("{\"ok\":\"ü\"}");
    assertThat(seen)
        .containsExactly("PATCH /api/v1/x?labelSelector=a%3Db%2Cc+in+%28d%29 trainer/1 {}");
  }

  @Test
  void errorNamesTheUnreachableServer() throws Exception {
    HttpTransport transport = transport("one");
    server.stop(0);

    assertThatThrownBy(() -> transport.call(ApiRequest.get("/x")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("127.0.0.1:" + server.getAddress().getPort());
  }

  @Test
  void reloadsCredentialsWhenTheyAreRejected() throws Exception {
    HttpTransport transport = transport("one");
    goodToken = "two";
    write("two");

    assertThat(transport.call(ApiRequest.get("/x")).status()).isEqualTo(201);
    assertThat(seen).hasSize(2);

    goodToken = "three";
    assertThat(transport.call(ApiRequest.get("/x")).status()).isEqualTo(401);
  }

  @Test
  void returnsFramesAsTheyArriveAndEndsWhenClosed() throws Exception {
    ApiWatch watch = transport("one").watch(ApiRequest.get("/watch").with("watch", "true"));

    ApiWatch.Frame frame = Objects.requireNonNull(watch.next());

    assertThat(new String(frame.object(), StandardCharsets.UTF_8))
        .isEqualTo("{\"metadata\":{\"name\":\"ü\"}}");
    Task reader = Env.production().tasks().spawn("reader", watch::next);
    watch.close();
    reader.join();
  }

  @Test
  void cancellationEndsWaitingForFrames() throws Exception {
    ApiWatch watch = transport("one").watch(ApiRequest.get("/watch").with("watch", "true"));
    watch.next();
    Task reader = Env.production().tasks().spawn("reader", watch::next);

    reader.cancel();

    reader.join();
    assertThat(reader.failure()).isEmpty();
    watch.close();
  }

  @Test
  void distinguishesARejectedWatchFromAnOpenOne() throws Exception {
    ApiWatch watch = transport("one").watch(ApiRequest.get("/gone"));

    assertThat(watch.status()).isEqualTo(410);
    assertThat(new String(watch.errorResponse().body(), StandardCharsets.UTF_8)).isEqualTo("gone");
  }

  @Test
  void failsWithoutAServer() throws Exception {
    HttpTransport transport = transport("one");
    server.stop(0);

    assertThatThrownBy(() -> transport.call(ApiRequest.get("/x"))).isInstanceOf(IOException.class);
  }

  private HttpTransport transport(String token) throws Exception {
    Path file = write(token);
    return HttpTransport.to(
        new Kubeconfig(Env.production().files(), Map.of(), file.toString(), null));
  }

  private Path write(String token) throws IOException {
    Path file = dir.resolve("config");
    Files.writeString(
        file,
        """
        apiVersion: v1
        kind: Config
        current-context: main
        clusters: [{name: c, cluster: %s}]
        users: [{name: u, user: {token: %s}}]
        contexts: [{name: main, context: {cluster: c, user: u}}]
        """
            .formatted(cluster(server.getAddress().getPort()), token));
    return file;
  }
}
