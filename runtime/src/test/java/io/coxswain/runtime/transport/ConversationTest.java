package io.coxswain.runtime.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiStream;
import io.coxswain.env.Env;
import io.coxswain.env.Task;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The bytes on the wire, with a scripted server. */
@Timeout(60)
class ConversationTest {
  private static final ApiRequest GET = ApiRequest.get("/x");
  private static final ApiRequest POST =
      ApiRequest.of("POST", "/x").body("application/json", "{}".getBytes(StandardCharsets.UTF_8));

  @TempDir private Path dir;

  private HttpTransport to(ScriptedServer server) throws Exception {
    return HttpTransport.to(server.kubeconfig(dir));
  }

  private static String text(ApiResponse response) {
    return new String(response.body(), StandardCharsets.UTF_8);
  }

  private ApiResponse whole(String answer) throws Exception {
    try (var server =
        new ScriptedServer(
            (peer, _) -> {
              peer.request();
              peer.say(answer);
            })) {
      return to(server).call(GET);
    }
  }

  // ---- connections ----------------------------------------------------------------------------

  @Test
  void reusesAConnectionForConsecutiveRequests() throws Exception {
    try (var server =
        new ScriptedServer(
            (peer, number) -> {
              while (true) {
                peer.request();
                peer.answer("from " + number);
              }
            })) {
      HttpTransport transport = to(server);

      for (int i = 0; i < 5; i++) {
        assertThat(text(transport.call(i % 2 == 0 ? GET : POST))).isEqualTo("from 0");
      }
    }
  }

  @Test
  void doesNotReuseAConnectionThatTheServerCloses() throws Exception {
    try (var server =
        new ScriptedServer(
            (peer, number) -> {
              peer.request();
              peer.say(
                  "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 1\r\n\r\n" + number);
              peer.sawEnd();
            })) {
      HttpTransport transport = to(server);

      assertThat(text(transport.call(POST))).isEqualTo("0");
      assertThat(text(transport.call(POST))).isEqualTo("1");
    }
  }

  @Test
  void retriesAGetWhenTheReusedConnectionWasClosed() throws Exception {
    try (var server =
        new ScriptedServer(
            (peer, number) -> {
              peer.request();
              peer.answer("from " + number);
              if (number == 0) {
                peer.request(); // and closes it without a response
                return;
              }
              peer.sawEnd();
            })) {
      HttpTransport transport = to(server);
      transport.call(GET);

      assertThat(text(transport.call(GET))).isEqualTo("from 1");
      assertThat(server.requests()).hasSize(3);
    }
  }

  @Test
  void doesNotRetryAWriteThatMayHaveHappened() throws Exception {
    try (var server =
        new ScriptedServer(
            (peer, number) -> {
              peer.request();
              peer.answer("from " + number);
              peer.request(); // and closes it without a response
            })) {
      HttpTransport transport = to(server);
      transport.call(POST);

      assertThatThrownBy(() -> transport.call(POST)).isInstanceOf(IOException.class);
      assertThat(server.requests()).hasSize(2);
      assertThat(text(transport.call(POST))).isEqualTo("from 1");
    }
  }

  /** More than the buffers to a {@link #narrow} server hold. */
  private static ApiRequest large() {
    return ApiRequest.of("POST", "/x").body("application/json", new byte[16 * 1024 * 1024]);
  }

  /** A server with a small receive buffer. */
  private static ScriptedServer narrow(ScriptedServer.Script script) throws IOException {
    var socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    socket.setReceiveBufferSize(64 * 1024);
    return new ScriptedServer(socket, script);
  }

  @Test
  void retriesAWriteWhenTheReusedConnectionIsCutBeforeItWasSent() throws Exception {
    try (var server =
        narrow(
            (peer, number) -> {
              peer.request();
              peer.answer("from " + number);
              peer.head(); // and closes it before most of the body has arrived
            })) {
      HttpTransport transport = to(server);
      transport.call(POST);

      assertThat(text(transport.call(large()))).isEqualTo("from 1");
      assertThat(server.requests()).hasSize(3);
    }
  }

  @Test
  void doesNotRetryAWriteThatIsCutOnANewConnection() throws Exception {
    try (var server = narrow((peer, _) -> peer.head())) {
      HttpTransport transport = to(server);

      assertThatThrownBy(() -> transport.call(large())).isInstanceOf(IOException.class);
      assertThat(server.requests()).hasSize(1);
    }
  }

  @Test
  void connectionWithUnsolicitedDataIsStale() throws Exception {
    var said = new CountDownLatch(1);
    try (var server =
            new ScriptedServer(
                (peer, _) -> {
                  peer.say("!");
                  said.countDown();
                  peer.sawEnd();
                });
        var quiet = new ScriptedServer((peer, _) -> peer.sawEnd())) {
      Wire wire = open(server);
      said.await();
      while (!wire.isStale()) {
        Thread.onSpinWait(); // until the byte has arrived
      }

      assertThat(open(quiet).isStale()).isFalse();
    }
  }

  private Wire open(ScriptedServer server) throws Exception {
    return new Dialer(ServerAddress.of("http://127.0.0.1:" + server.port(), tls(), "", ""))
        .open(_ -> {});
  }

  private static javax.net.ssl.SSLContext tls() throws Exception {
    return javax.net.ssl.SSLContext.getDefault();
  }

  @Test
  void requestsShareABoundedNumberOfConnections() throws Exception {
    try (var server =
        new ScriptedServer(
            (peer, _) -> {
              while (true) {
                peer.request();
                peer.answer("{}");
              }
            })) {
      var pool =
          new Pool(
              ServerAddress.of("http://127.0.0.1:" + server.port(), tls(), "", ""),
              2,
              Duration.ofMinutes(1));
      Wire first = pool.acquire();
      Wire second = pool.acquire();
      var served = new ArrayList<Integer>();
      var tasks = new ArrayList<Task>();
      for (int i = 0; i < 5; i++) {
        int number = i;
        tasks.add(
            Env.production()
                .tasks()
                .spawn(
                    "waiter " + i,
                    () -> {
                      Wire wire;
                      try {
                        wire = pool.acquire();
                      } catch (IOException | InterruptedException e) {
                        throw new IllegalStateException(e);
                      }
                      served.add(number); // one at a time: there is only one connection
                      pool.release(wire);
                    }));
        while (pool.waiting() <= i) {
          Thread.onSpinWait();
        }
      }

      pool.release(first);
      for (Task task : tasks) {
        task.join();
      }

      assertThat(served).containsExactly(0, 1, 2, 3, 4);
      assertThat(server.connections()).isLessThanOrEqualTo(2);
      pool.discard(second);
    }
  }

  @Test
  void cancelledRequestLeavesTheQueueForConnections() throws Exception {
    try (var server = new ScriptedServer((peer, _) -> peer.sawEnd())) {
      var pool =
          new Pool(
              ServerAddress.of("http://127.0.0.1:" + server.port(), tls(), "", ""),
              1,
              Duration.ofMinutes(1));
      Wire only = pool.acquire();
      var interrupted = new CountDownLatch(1);
      Thread waiter =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      pool.acquire();
                    } catch (IOException e) {
                      throw new IllegalStateException(e);
                    } catch (InterruptedException e) {
                      interrupted.countDown();
                    }
                  });
      while (pool.waiting() == 0) {
        Thread.onSpinWait();
      }

      waiter.interrupt();
      interrupted.await();

      assertThat(pool.waiting()).isZero();
      pool.release(only);
      assertThat(pool.acquire()).isSameAs(only);
    }
  }

  // ---- responses ------------------------------------------------------------------------------

  @Test
  void readsChunksWithExtensionsAndTrailersAndReusesTheConnection() throws Exception {
    try (var server =
        new ScriptedServer(
            (peer, number) -> {
              peer.request();
              peer.say("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4;a=b\r\nwiki\r\n");
              peer.say("A\r\npedia in\r\n\r\n0\r\nX-Sum: 1\r\nX-More: 2\r\n\r\n");
              peer.request();
              peer.answer("from " + number);
              peer.sawEnd();
            })) {
      HttpTransport transport = to(server);

      assertThat(text(transport.call(GET))).isEqualTo("wikipedia in\r\n");
      assertThat(text(transport.call(GET))).isEqualTo("from 0");
    }
  }

  @Test
  void readsALongResponseInManyChunks() throws Exception {
    String piece = "0123456789abcdef".repeat(700);
    var answer = new StringBuilder("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
    for (int i = 0; i < 40; i++) {
      answer
          .append(Integer.toHexString(piece.length()))
          .append("\r\n")
          .append(piece)
          .append("\r\n");
    }

    assertThat(text(whole(answer + "0\r\n\r\n"))).isEqualTo(piece.repeat(40));
  }

  @Test
  void skipsInterimResponses() throws Exception {
    ApiResponse response =
        whole(
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"
                + "HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nok");

    assertThat(response.status()).isEqualTo(201);
    assertThat(response.header("link")).isNull();
    assertThat(text(response)).isEqualTo("ok");
  }

  @Test
  void responseWithoutLengthEndsWithTheConnection() throws Exception {
    assertThat(text(whole("HTTP/1.0 200 OK\r\n\r\nall of it"))).isEqualTo("all of it");
    assertThat(whole("HTTP/1.1 204 No Content\r\n\r\n").body()).isEmpty();
  }

  @Test
  void truncatedResponseIsAnError() {
    assertThatThrownBy(() -> whole("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("in the middle of the response");
    assertThatThrownBy(
            () -> whole("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nwiki\r\n"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("in the middle of the response");
    assertThatThrownBy(() -> whole("HTTP/1.1 200 OK\r\nContent-"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("within the headers");
  }

  @Test
  void rejectsInvalidResponses() {
    assertThatThrownBy(() -> whole("SSH-2.0-OpenSSH\r\n\r\n"))
        .hasMessageContaining("does not support HTTP/1.1")
        .hasMessageContaining("SSH-2.0");
    assertThatThrownBy(
            () -> whole("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc"))
        .hasMessageContaining("conflicting values in the response for header content-length");
    assertThatThrownBy(() -> whole("HTTP/1.1 200 OK\r\nContent-Length: -2\r\n\r\n"))
        .hasMessageContaining("invalid content-length");
    assertThatThrownBy(() -> whole("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n"))
        .hasMessageContaining("chunk without a length");
    assertThatThrownBy(() -> whole("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n"))
        .hasMessageContaining("transfer-encoding");
  }

  @Test
  void rejectsOversizedHeaders() {
    assertThatThrownBy(() -> whole("HTTP/1.1 200 OK\r\nX-Long: " + "x".repeat(70_000)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("longer than 65536 bytes");
  }

  @Test
  void rejectsHeaderInjection() throws Exception {
    try (var server = new ScriptedServer((peer, _) -> peer.sawEnd())) {
      HttpTransport transport = to(server);

      assertThatThrownBy(() -> transport.call(GET.header("x-a", "b\r\nx-evil: c")))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("x-a");
    }
  }

  // ---- time -----------------------------------------------------------------------------------

  @Test
  void timesOutOnAServerThatDoesNotRespond() throws Exception {
    var ended = new CountDownLatch(1);
    try (var server =
        new ScriptedServer(
            (peer, _) -> {
              peer.request();
              peer.say("HTTP/1.1 200 OK\r\n");
              if (peer.sawEnd()) {
                ended.countDown();
              }
            })) {
      HttpTransport transport = HttpTransport.to(server.kubeconfig(dir), Duration.ofMillis(200));

      assertThatThrownBy(() -> transport.call(POST))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("did not respond in time");
      ended.await();
      assertThat(server.requests()).hasSize(1);
    }
  }

  @Test
  void cancelledRequestClosesItsConnection() throws Exception {
    var asked = new CountDownLatch(1);
    var ended = new CountDownLatch(1);
    try (var server =
        new ScriptedServer(
            (peer, _) -> {
              peer.request();
              asked.countDown();
              if (peer.sawEnd()) {
                ended.countDown();
              }
            })) {
      HttpTransport transport = to(server);
      Task caller = Env.production().tasks().spawn("caller", () -> transport.call(POST));
      asked.await();

      caller.cancel();

      caller.join();
      assertThat(caller.failure()).isEmpty(); // cancelled, not failed
      ended.await();
    }
  }

  @Test
  void openStreamHasNoTimeout() throws Exception {
    var later = new CountDownLatch(1);
    try (var server =
        new ScriptedServer(
            (peer, number) -> {
              peer.request();
              if (number == 0) {
                peer.say("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n");
                later.await();
                peer.say("1\r\nb\r\n0\r\n\r\n");
              }
              peer.sawEnd();
            })) {
      HttpTransport transport = HttpTransport.to(server.kubeconfig(dir), Duration.ofMillis(200));
      ApiStream stream = transport.open(GET);
      assertThat(stream.next()).containsExactly('a');

      // Another request, which began later, has timed out by now.
      assertThatThrownBy(() -> transport.call(GET)).hasMessageContaining("in time");
      later.countDown();

      assertThat(Objects.requireNonNull(stream.next())).containsExactly('b');
      assertThat(stream.next()).isNull();
      stream.close();
    }
  }
}
