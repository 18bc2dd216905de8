package io.coxswain.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server that sends exactly the scripted bytes. */
final class JdkHttpTest {
  private static final Duration LONG = Duration.ofMinutes(1);

  private final Http http = new JdkHttp(new ThreadTimers());
  private final AtomicReference<String> asked = new AtomicReference<>("");
  private ServerSocket server;
  private volatile @Nullable Socket connection;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws IOException {
    server.close();
    Socket open = connection;
    if (open != null) {
      open.close();
    }
  }

  /** Reads one request, writes the bytes and closes the connection if requested. */
  private void answer(String bytes, boolean hangUp) {
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                Socket accepted = server.accept();
                connection = accepted;
                var buffer = new byte[4096];
                int read = accepted.getInputStream().read(buffer);
                asked.set(new String(buffer, 0, read, StandardCharsets.US_ASCII));
                accepted.getOutputStream().write(bytes.getBytes(StandardCharsets.US_ASCII));
                if (hangUp) {
                  accepted.close();
                }
              } catch (IOException e) {
                return; // the test has ended
              }
            });
  }

  private Http.Request request(Duration timeout, long most) {
    return Http.Request.get(
        URI.create("http://127.0.0.1:" + server.getLocalPort() + "/slurm/nodes"), timeout, most);
  }

  private static String read(Http.Answer answer) throws IOException {
    try (InputStream body = answer.body()) {
      return new String(body.readAllBytes(), StandardCharsets.US_ASCII);
    }
  }

  @Test
  void sendsHeadersAndReadsStatusAndBody() throws Exception {
    answer("HTTP/1.1 500 Oops\r\nContent-Length: 5\r\n\r\nwrong", false);

    Http.Answer answer = http.open(request(LONG, 5).with("X-SLURM-USER-NAME", "root"));

    assertThat(answer.status()).isEqualTo(500);
    assertThat(read(answer)).isEqualTo("wrong");
    assertThat(asked.get())
        .startsWith("GET /slurm/nodes HTTP/1.1\r\n")
        .containsIgnoringCase("x-slurm-user-name: root\r\n");
  }

  @Test
  void failsOnATruncatedResponse() throws Exception {
    answer("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"nodes\":", true);

    Http.Answer answer = http.open(request(LONG, 1000));

    assertThatThrownBy(() -> read(answer)).isInstanceOf(IOException.class);
  }

  @Test
  void failsOnAResponseThatExceedsTheSizeLimit() throws Exception {
    answer("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n123456", false);

    Http.Answer answer = http.open(request(LONG, 5));

    assertThatThrownBy(() -> read(answer)).hasMessageContaining("longer than 5 bytes");
  }

  @Test
  void failsOnAResponseThatStalls() throws Exception {
    answer("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{", false);

    Http.Answer answer = http.open(request(Duration.ofSeconds(1), 1000));

    assertThatThrownBy(() -> read(answer)).hasMessageContaining("not complete within 1 s");
  }

  @Test
  void failsWhenNoResponseBeginsInTime() {
    answer("", false);

    assertThatThrownBy(() -> http.open(request(Duration.ofSeconds(1), 1000)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no response within 1 s");
  }

  @Test
  void cancellationEndsReading() throws Exception {
    answer("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{", false);
    Http.Answer answer = http.open(request(LONG, 1000));
    var tasks = new VirtualThreadTasks();
    var seen = new AtomicReference<Exception>();
    Task reader =
        tasks.spawn(
            "reader",
            () -> {
              try {
                read(answer);
              } catch (CancelledException | IOException e) {
                seen.set(e);
              }
            });

    reader.cancel();
    reader.join();

    assertThat(seen.get()).isInstanceOf(CancelledException.class);
  }

  @Test
  void requestsDoNotPrintTheirHeaders() {
    assertThat(request(LONG, 1).with("X-SLURM-USER-TOKEN", "secret").toString())
        .doesNotContain("secret");
  }

  @Test
  void environmentWithoutServersReportsAnError() {
    assertThatThrownBy(() -> Http.NONE.open(request(LONG, 1)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no server at 127.0.0.1");
  }
}
