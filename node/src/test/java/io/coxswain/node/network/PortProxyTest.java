package io.coxswain.node.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.env.Bell;
import io.coxswain.env.Env;
import io.coxswain.env.Sockets;
import io.coxswain.evidence.Attack;
import io.coxswain.node.network.PortProxy.Endpoint;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class PortProxyTest {
  private static final String HOST = PodNetwork.HOST;

  private final Env real = Env.production();

  /** Real sockets, of which the first accept of a listener fails. */
  private final class ExhaustedOnce implements Sockets {
    private final Bell failed = real.tasks().newBell();

    @Override
    public Connection connect(String address, int port) throws IOException {
      return real.sockets().connect(address, port);
    }

    @Override
    public Listener listen(String address, int port) throws IOException {
      Listener listener = real.sockets().listen(address, port);
      return new Listener() {
        @Override
        public int port() {
          return listener.port();
        }

        @Override
        public Connection accept() throws IOException {
          if (failed.rings() == 0) {
            failed.ring();
            throw new IOException("Too many open files");
          }
          return listener.accept();
        }

        @Override
        public void close() throws IOException {
          listener.close();
        }
      };
    }
  }

  @Test
  @Attack("a service proxy that runs out of file descriptors")
  void acceptsAgainAfterTheProcessRanOutOfFileDescriptors() throws Exception {
    var sockets = new ExhaustedOnce();
    var env =
        new Env(
            real.clock(),
            real.timers(),
            real.tasks(),
            real.entropy(),
            real.files(),
            real.exec(),
            real.api(),
            real.http(),
            sockets);
    try (Sockets.Listener server = real.sockets().listen(HOST, 0);
        var proxy =
            PortProxy.open(
                env,
                new PodNetwork(false),
                new ConnectionLimit(1),
                () -> List.of(new Endpoint(HOST, server.port())),
                HOST,
                0)) {
      sockets.failed.await(0);
      var _ =
          real.tasks()
              .spawn(
                  "server",
                  () -> {
                    try (Sockets.Connection accepted = server.accept()) {
                      accepted.output().write("served".getBytes(StandardCharsets.UTF_8));
                    }
                  });

      try (Sockets.Connection client = real.sockets().connect(HOST, proxy.port())) {
        assertThat(client.input().readAllBytes()).asString().isEqualTo("served");
      }
    }
  }
}
