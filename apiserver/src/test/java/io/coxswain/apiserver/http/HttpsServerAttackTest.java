package io.coxswain.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.apiserver.ApiServer;
import io.coxswain.env.Env;
import io.coxswain.env.server.ConnectionLimits;
import io.coxswain.env.tls.TrustEveryone;
import io.coxswain.evidence.Attack;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Raw sockets against the real front, each bounded in time and bytes. */
final class HttpsServerAttackTest {
  private static final Duration SHORT = Duration.ofMillis(300);
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final int PATIENCE_MILLIS = 20_000;
  private static final String HEALTH = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";
  private static final ConnectionLimits PATIENT =
      ConnectionLimits.ofProcess(384 * 1024, Requests.LIMIT).withTimes(LONG, LONG, LONG);

  private final Env env = Env.production();
  private final List<AutoCloseable> open = new ArrayList<>();
  private int port;
  private String token = "";

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : open.reversed()) {
      each.close();
    }
  }

  private ApiServer start(ConnectionLimits limits, InFlight inFlight) throws IOException {
    ApiServer server = ApiServer.create(env);
    open.add(server);
    var groundwork = HttpsServer.prepare(env, server.secrets());
    HttpsServer front = HttpsServer.start(env, groundwork, server, 0, inFlight, limits);
    open.add(front);
    port = front.port();
    token = front.token();
    return server;
  }

  private void start(ConnectionLimits limits) throws IOException {
    var _ = start(limits, new InFlight(10, 10, 10));
  }

  private Socket plain() throws IOException {
    var socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(PATIENCE_MILLIS);
    open.add(socket);
    return socket;
  }

  private SSLSocket connect() throws Exception {
    var socket =
        (SSLSocket)
            TrustEveryone.context()
                .getSocketFactory()
                .createSocket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(PATIENCE_MILLIS);
    open.add(socket);
    socket.startHandshake();
    return socket;
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    socket.getOutputStream().flush();
  }

  /** All that comes until the server closes the connection. */
  private static String readToEnd(Socket socket) throws IOException {
    var all = new ByteArrayOutputStream();
    InputStream in = socket.getInputStream();
    try {
      for (int read = in.read(); read >= 0; read = in.read()) {
        all.write(read);
      }
    } catch (SocketTimeoutException e) {
      throw new AssertionError("the server did not close the connection; it sent: " + all, e);
    } catch (IOException e) {
      all.writeBytes("".getBytes(StandardCharsets.UTF_8)); // reset: closed too
    }
    return all.toString(StandardCharsets.ISO_8859_1);
  }

  private static String readUntil(Socket socket, String end) throws IOException {
    var all = new StringBuilder();
    InputStream in = socket.getInputStream();
    while (!all.toString().contains(end)) {
      int read = in.read();
      assertThat(read).as("the server went on after: %s", all).isNotNegative();
      all.append((char) read);
    }
    return all.toString();
  }

  private static int responses(String received) {
    return received.split("HTTP/1\\.1 ", -1).length - 1;
  }

  // ---- slow clients ---------------------------------------------------------------------------

  @Test
  @Attack("a TLS handshake that never begins")
  void closesAConnectionThatDoesNotShakeHands() throws Exception {
    start(PATIENT.withTimes(SHORT, LONG, SHORT));

    assertThat(readToEnd(plain())).isEmpty();
  }

  @Test
  @Attack("slowloris: a request head that comes byte by byte and never ends")
  void cutsAHeadThatDripsAtItsDeadline() throws Exception {
    start(PATIENT.withTimes(SHORT, LONG, SHORT));
    SSLSocket socket = connect();
    send(socket, "GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: ");
    socket.setSoTimeout(20);

    int rounds = 0;
    boolean ended = false;
    while (!ended && rounds < 1000) {
      rounds++;
      try {
        send(socket, "a");
        ended = socket.getInputStream().read() < 0;
      } catch (SocketTimeoutException e) {
        ended = false; // still open
      } catch (IOException e) {
        ended = true;
      }
    }

    assertThat(ended).isTrue();
  }

  @Test
  @Attack("keep-alive connections that are never used again")
  void closesAConnectionThatIsIdle() throws Exception {
    start(PATIENT.withTimes(LONG, SHORT, SHORT));
    SSLSocket socket = connect();
    send(socket, HEALTH);

    String received = readToEnd(socket);

    assertThat(received).startsWith("HTTP/1.1 200").endsWith("ok");
  }

  // ---- framing --------------------------------------------------------------------------------

  @Test
  @Attack("requests pipelined after Connection: close")
  void servesNothingAfterConnectionClose() throws Exception {
    start(PATIENT);
    SSLSocket socket = connect();
    send(socket, "GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n" + HEALTH);

    String received = readToEnd(socket);

    assertThat(responses(received)).isEqualTo(1);
    assertThat(received).startsWith("HTTP/1.1 200").containsIgnoringCase("connection: close");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          chunk extension           | Transfer-Encoding: chunked                          | 0;a=b
          chunk size not a number   | Transfer-Encoding: chunked                          | zz
          chunk size negative       | Transfer-Encoding: chunked                          | -1
          chunk size too large      | Transfer-Encoding: chunked                          | ffffffffff
          trailer                   | Transfer-Encoding: chunked                          | 0~A: b
          both framings             | Transfer-Encoding: chunked~Content-Length: 5        | 0
          two lengths               | Content-Length: 0~Content-Length: 60                | x
          length not a number       | Content-Length: 0x5                                 | abcde
          length negative           | Content-Length: -1                                  | x
          length with a sign        | Content-Length: +0                                  | x
          two encodings             | Transfer-Encoding: chunked~Transfer-Encoding: x     | 0
          encoding not chunked last | Transfer-Encoding: chunked, identity                | 0
          """)
  @Attack("request smuggling by ambiguous or broken framing")
  void closesTheConnectionAfterABodyWhoseEndIsUnclear(String name, String headers, String body)
      throws Exception {
    start(PATIENT);
    SSLSocket socket = connect();
    send(
        socket,
        "POST /api/v1/namespaces HTTP/1.1\r\nHost: a\r\n"
            + headers.replace("~", "\r\n")
            + "\r\n\r\n"
            + body.replace("~", "\r\n")
            + "\r\n\r\n"
            + "0\r\n\r\n"
            + HEALTH);

    String received = readToEnd(socket);

    assertThat(responses(received)).as(received).isLessThanOrEqualTo(1);
    assertThat(received).as("what was smuggled is not served").doesNotContain(" 200 ");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "a chunk size line without an end, 'Transfer-Encoding: chunked', ''",
    "a chunk of two gigabytes, 'Transfer-Encoding: chunked', 7fffffff\r\n",
    "a body longer than allowed, 'Content-Length: 2000000000', ''",
  })
  @Attack("a body that does not end, to fill the memory")
  void stopsReadingABodyThatIsTooLarge(String name, String header, String begin) throws Exception {
    start(PATIENT);
    SSLSocket socket = connect();
    send(
        socket,
        "POST /api/v1/namespaces HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer "
            + token
            + "\r\n"
            + header
            + "\r\n\r\n"
            + begin);

    byte[] piece = "1".repeat(64 * 1024).getBytes(StandardCharsets.US_ASCII);
    long sent = 0;
    long most = 16L << 20;
    try {
      while (sent < most) {
        socket.getOutputStream().write(piece);
        sent += piece.length;
      }
    } catch (IOException e) {
      // closed, as it should be
    }

    assertThat(sent).isLessThan(most);
  }

  // ---- numbers --------------------------------------------------------------------------------

  @Test
  @Attack("more connections than there is room for, all of them silent")
  void replacesTheConnectionThatHasBeenSilentTheLongest() throws Exception {
    start(PATIENT.withConnections(2, 1, 2));
    SSLSocket oldest = connect();
    SSLSocket older = connect();

    SSLSocket newest = connect();
    send(newest, HEALTH);

    assertThat(readUntil(newest, "ok")).startsWith("HTTP/1.1 200");
    assertThat(readToEnd(oldest)).isEmpty();
    send(older, HEALTH);
    assertThat(readUntil(older, "ok")).startsWith("HTTP/1.1 200");
  }

  @Test
  @Attack("watches on all connections")
  void keepsConnectionsForHealthChecks() throws Exception {
    start(PATIENT.withConnections(2, 1, 2));
    for (int i = 0; i < 2; i++) {
      watch(connect(), "200");
    }

    SSLSocket other = connect();
    send(other, "GET /version HTTP/1.1\r\nHost: a\r\n\r\n");
    assertThat(readToEnd(other)).startsWith("HTTP/1.1 429");
    String health = "";
    for (int i = 0; i < 100 && !health.startsWith("HTTP/1.1 200"); i++) {
      try { // the place of the other is free a moment after it was closed
        SSLSocket probe = connect();
        send(probe, HEALTH);
        health = readToEnd(probe);
      } catch (IOException e) {
        health = "";
      }
    }

    assertThat(health).startsWith("HTTP/1.1 200").endsWith("ok");
  }

  private void watch(SSLSocket socket, String status) throws IOException {
    send(
        socket,
        "GET /api/v1/configmaps?watch=1 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer "
            + token
            + "\r\n\r\n");
    assertThat(readUntil(socket, "\r\n\r\n")).startsWith("HTTP/1.1 " + status);
  }

  @Test
  @Attack("more watches than there is room for")
  void boundsTheNumberOfWatches() throws Exception {
    var _ = start(PATIENT, new InFlight(10, 10, 1));

    watch(connect(), "200");
    watch(connect(), "429");
  }

  @Test
  @Attack("a request that overflows the stack, on one connection with one place")
  void aStackOverflowFailsOneRequestAndKeepsTheConnection() throws Exception {
    ApiServer server = start(PATIENT, new InFlight(1, 1, 1));
    server
        .webhooks()
        .register(
            "https://deep.invalid/",
            review -> {
              throw new StackOverflowError("planted");
            });
    SSLSocket socket = connect();
    post(
        socket,
        "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations",
        """
        {"metadata": {"name": "deep"}, "webhooks": [{"name": "deep.example.com",
         "clientConfig": {"url": "https://deep.invalid/"}, "sideEffects": "None",
         "admissionReviewVersions": ["v1"],
         "rules": [{"apiGroups": [""], "apiVersions": ["v1"], "resources": ["secrets"],
                    "operations": ["CREATE"]}]}]}
        """,
        "201");

    for (int i = 0; i < 3; i++) {
      post(
          socket, "/api/v1/namespaces/default/secrets", "{\"metadata\": {\"name\": \"s\"}}", "500");
    }

    send(socket, HEALTH);
    assertThat(readUntil(socket, "\r\n\r\nok")).contains("HTTP/1.1 200");
  }

  @Test
  @Attack("a task of the server that dies of an error")
  void healthShowsThatATaskHasDied() throws Exception {
    start(PATIENT);
    env.tasks()
        .spawn(
            "committer",
            () -> {
              throw new StackOverflowError("planted");
            })
        .join();

    for (String check : List.of("healthz", "livez", "readyz")) {
      SSLSocket socket = connect();
      send(socket, "GET /" + check + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
      assertThat(readToEnd(socket))
          .startsWith("HTTP/1.1 500")
          .contains("[-]ping failed: reason withheld\n")
          .endsWith(check + " check failed\n");
    }
    SSLSocket socket = connect();
    send(
        socket,
        "GET /metrics HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer "
            + token
            + "\r\n\r\n");
    assertThat(readToEnd(socket)).contains("coxswain_tasks_died_total 1.0");
  }

  private void post(SSLSocket socket, String path, String body, String status) throws IOException {
    send(
        socket,
        "POST "
            + path
            + " HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nAuthorization: Bearer "
            + token
            + "\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n"
            + body);
    String head = readUntil(socket, "\r\n\r\n");
    assertThat(head).startsWith("HTTP/1.1 " + status);
    String length = head.toLowerCase(java.util.Locale.ROOT).split("content-length: ", 2)[1];
    int rest = Integer.parseInt(length.substring(0, length.indexOf("\r\n")));
    assertThat(socket.getInputStream().readNBytes(rest)).hasSize(rest);
  }
}
