package io.coxswain.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiWatch;
import io.coxswain.env.Bell;
import io.coxswain.env.Env;
import io.helidon.webserver.WebServer;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Readers of watches that go away or stop reading. */
@Timeout(60)
final class StreamsTest {
  private final Env env = Env.production();
  private final Bell closed = env.tasks().newBell();

  /** Has nothing to tell, or always more; says when it was closed. */
  private final class TestingWatch implements ApiWatch {
    private final boolean talkative;
    private final Bell end = env.tasks().newBell();

    TestingWatch(boolean talkative) {
      this.talkative = talkative;
    }

    @Override
    public int status() {
      return 200;
    }

    @Override
    public ApiResponse errorResponse() {
      throw new IllegalStateException("not refused");
    }

    @Override
    public @Nullable Frame next() {
      if (!talkative) {
        end.await(0);
        return null;
      }
      return new Frame("ADDED", new byte[64 * 1024]);
    }

    @Override
    public void close() {
      end.ring();
      closed.ring();
    }
  }

  private WebServer serve(Streams streams, boolean talkative) {
    return WebServer.builder()
        .host("127.0.0.1")
        .port(0)
        .shutdownHook(false)
        .routing(
            routing ->
                routing.any(
                    (request, response) -> streams.send(new TestingWatch(talkative), response)))
        .build()
        .start();
  }

  private static Socket watch(WebServer server) throws Exception {
    var socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
    socket
        .getOutputStream()
        .write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    InputStream in = socket.getInputStream();
    assertThat(in.read()).isEqualTo('H');
    return socket;
  }

  @Test
  void anIdleWatchDetectsADisconnectedReader() throws Exception {
    try (var watchdog = new Watchdog(env);
        var streams = new Streams(env, watchdog, Duration.ofMillis(50))) {
      WebServer server = serve(streams, false);
      watch(server).close();

      closed.await(0);
      server.stop();
    }
  }

  @Test
  void closesAWatchWhoseClientStopsReading() throws Exception {
    try (var watchdog = new Watchdog(env);
        var streams = new Streams(env, watchdog, Duration.ofSeconds(10))) {
      WebServer server = serve(streams, true);
      try (Socket socket = watch(server)) {
        closed.await(0);
        assertThat(socket.isConnected()).isTrue();
      }
      server.stop();
    }
  }
}
