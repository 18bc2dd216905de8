package io.coxswain.fabric8;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.apiserver.ApiServer;
import io.coxswain.apiserver.http.HttpsServer;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.apiserver.spi.PodSessions;
import io.coxswain.env.Env;
import io.coxswain.env.Sockets;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.LocalPortForward;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Conversations with containers over HTTPS, with fabric8's own HTTP client at the other end. */
class ContainerSessionsTest {
  private static final int MAX_SECONDS = 60;

  private final Env env = Env.production();
  private final ApiServer server =
      ApiServer.create(env, ApiServerOptions.plain().withSessions(new Echo()));
  private HttpsServer front;
  private KubernetesClient client;

  @BeforeEach
  void start() throws IOException {
    front = HttpsServer.start(env, server, 0);
    client =
        new KubernetesClientBuilder()
            .withConfig(
                Config.fromKubeconfig(new String(front.kubeconfig(), StandardCharsets.UTF_8)))
            .build();
    client
        .resource("{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"n\"}}")
        .create();
    client
        .resource(
            """
            {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p", "namespace": "default"},
             "spec": {"nodeName": "n", "containers": [{"name": "c", "image": "i"}]}}
            """)
        .create();
  }

  @AfterEach
  void stop() {
    client.close();
    front.close();
  }

  @Test
  @SuppressWarnings("deprecation") // users of this client still give their input so
  void execCarriesInputOutputErrorsAndTheExitCode() throws Exception {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();

    try (var exec =
        client
            .pods()
            .inNamespace("default")
            .withName("p")
            .readingInput(new ByteArrayInputStream("hello".getBytes(StandardCharsets.UTF_8)))
            .writingOutput(out)
            .writingError(err)
            .exec("echo", "5")) {
      assertThat(exec.exitCode().get(MAX_SECONDS, TimeUnit.SECONDS)).isEqualTo(7);
    }

    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("c [echo, 5]: hello");
    assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo("oops");
  }

  @Test
  void portForwardCarriesBytesBothWays() throws Exception {
    try (LocalPortForward forward =
            client.pods().inNamespace("default").withName("p").portForward(80);
        var socket = new Socket(InetAddress.getLoopbackAddress(), forward.getLocalPort())) {
      socket.getOutputStream().write("ping".getBytes(StandardCharsets.UTF_8));
      socket.getOutputStream().flush();

      assertThat(new String(socket.getInputStream().readNBytes(7), StandardCharsets.UTF_8))
          .isEqualTo("80 ping");
    }
  }

  /** Containers that say back what they hear. */
  private static final class Echo implements PodSessions {
    @Override
    public Conversation exec(String namespace, String pod, String container, List<String> command) {
      return new Conversation() {
        private final Pipe heard = new Pipe();

        @Override
        public OutputStream input() {
          return heard.output();
        }

        @Override
        public InputStream output() {
          return new java.io.SequenceInputStream(
              stream(container + " " + command + ": "),
              heard.first(Integer.parseInt(command.get(1))));
        }

        @Override
        public InputStream errors() {
          return stream("oops");
        }

        @Override
        public int await() {
          return 7;
        }

        @Override
        public void close() {}
      };
    }

    @Override
    public Conversation attach(String namespace, String pod, String container) throws IOException {
      throw new IOException("not here");
    }

    @Override
    public Sockets.Connection connect(String namespace, String pod, int port) {
      return new Sockets.Connection() {
        private final Pipe heard = new Pipe();

        @Override
        public InputStream input() {
          return new java.io.SequenceInputStream(stream(port + " "), heard.input());
        }

        @Override
        public OutputStream output() {
          return heard.output();
        }

        @Override
        public void endOutput() throws IOException {
          heard.output().close();
        }

        @Override
        public void close() throws IOException {
          heard.output().close();
        }
      };
    }

    private static InputStream stream(String text) {
      return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  /** What is written at one end is read at the other. */
  private static final class Pipe {
    private final java.io.PipedOutputStream out = new java.io.PipedOutputStream();
    private final java.io.PipedInputStream in;

    Pipe() {
      try {
        in = new java.io.PipedInputStream(out);
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }

    OutputStream output() {
      return out;
    }

    InputStream input() {
      return in;
    }

    /** So many bytes, then the end. */
    InputStream first(int count) {
      return new InputStream() {
        private int left = count;

        @Override
        public int read() throws IOException {
          return left-- > 0 ? in.read() : -1;
        }

        @Override
        public int read(byte[] buffer, int from, int most) throws IOException {
          int one = most == 0 ? 0 : read();
          if (one < 0) {
            return -1;
          }
          buffer[from] = (byte) one;
          return 1;
        }
      };
    }
  }
}
