package io.coxswain.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class LocalSocketsTest {
  private final Env env = Env.production();

  @Test
  void bothSidesOfAConnectionReadWriteAndShutDown() throws Exception {
    try (Sockets.Listener listener = env.sockets().listen("127.0.0.1", 0)) {
      Task server =
          env.tasks()
              .spawn(
                  "server",
                  () -> {
                    try (Sockets.Connection accepted = listener.accept()) {
                      byte[] request = accepted.input().readAllBytes();
                      accepted.output().write(request);
                      accepted.output().write('!');
                    }
                  });

      try (Sockets.Connection connection = env.sockets().connect("127.0.0.1", listener.port())) {
        connection.output().write("hello".getBytes(StandardCharsets.UTF_8));
        connection.endOutput();

        assertThat(connection.input().readAllBytes()).asString().isEqualTo("hello!");
      }
      server.join();
    }
  }

  @Test
  void closedListenerAcceptsNoConnections() throws Exception {
    Sockets.Listener listener = env.sockets().listen("127.0.0.1", 0);
    listener.close();

    assertThatThrownBy(listener::accept).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> env.sockets().connect("127.0.0.1", listener.port()))
        .isInstanceOf(IOException.class);
  }
}
